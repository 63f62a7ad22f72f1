import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { thinkerFields } from './inputs.ts'

const thinkerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  field_of_expertise: z.string(),
  bio: z.string(),
  website_url: z.string().nullable(),
  key_works: z.array(z.string()),
  born: z.int().nullable().meta({ description: 'Year' }),
  died: z.int().nullable().meta({ description: 'Year' }),
  updated_at: z.iso.datetime(),
})

const createInput = thinkerFields
  .partial({ website_url: true, key_works: true, born: true, died: true })
  .extend({ id: senderIdSchema })
const NOT_FOUND = { NOT_FOUND: { message: 'Thinker not found.' } }

export const thinkersContract = oc.tag('Thinkers').router({
  list: oc
    .route({ method: 'GET', path: '/thinkers', summary: 'List featured thinkers by name' })
    .output(z.object({ items: z.array(thinkerSchema), next: z.null() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/thinkers', successStatus: 201, summary: 'Feature a thinker' })
    .input(createInput)
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(thinkerSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/thinkers/{id}', summary: 'Update a thinker' })
    .input(thinkerFields.partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This thinker was changed elsewhere. Reload it to see both versions.' },
    })
    .output(thinkerSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/thinkers/{id}', summary: 'Remove a featured thinker' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type Thinker = z.infer<typeof thinkerSchema>
