import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { conceptFields } from './inputs.ts'

export const conceptSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  color: z.string().meta({ description: 'Badge colour as #rrggbb; themes adjust the lightness.' }),
  description: z.string(),
})

const countedSchema = conceptSchema.extend({
  position: z
    .int()
    .nullable()
    .meta({ description: 'Place in lists; concepts without one come last, by name.' }),
  post_count: z.int(),
  updated_at: z.iso.datetime(),
})

const NOT_FOUND = { NOT_FOUND: { message: 'Category not found' } }

export const conceptsContract = oc.tag('Concepts').router({
  list: oc
    .route({ method: 'GET', path: '/concepts', summary: 'List all concepts in the order of the forum' })
    .output(z.object({ items: z.array(countedSchema), next: z.null() })),
  read: oc
    .route({ method: 'GET', path: '/concepts/{id}', summary: 'Get a concept' })
    .input(z.object({ id: z.string().max(100) }))
    .errors(NOT_FOUND)
    .output(countedSchema),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/concepts', successStatus: 201, summary: 'Create a concept' })
    .input(conceptFields.partial({ description: true, position: true }).extend({ id: senderIdSchema }))
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(countedSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/concepts/{id}', summary: 'Update a concept' })
    .input(conceptFields.partial().extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This concept was changed elsewhere. Reload it to see both versions.' },
    })
    .output(countedSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/concepts/{id}',
      summary: 'Delete a concept; its posts are kept without it',
    })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type ConceptDetails = z.infer<typeof countedSchema>
