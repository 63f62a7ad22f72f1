import { oc } from '@orpc/contract'
import * as z from 'zod'
import { itemTarget, updateTarget } from '../../accounts/manage-forms/fields.ts'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { blogFields, bookFields, resourceChange } from './inputs.ts'

const resourceSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['book', 'blog']),
  title: z.string(),
  author: z.string(),
  description: z.string(),
  link: z.string(),
  year: z.int().nullable().meta({ description: 'Books only: year of publication.' }),
  category: z.string().nullable().meta({ description: 'Blogs only: the topic.' }),
  updated_at: z.iso.datetime(),
})

const createInput = z.discriminatedUnion('kind', [
  bookFields.extend({ id: senderIdSchema }),
  blogFields.extend({ id: senderIdSchema }),
])
const NOT_FOUND = { NOT_FOUND: { message: 'Resource not found.' } }

export const resourcesContract = oc.tag('Resources').router({
  list: oc
    .route({
      method: 'GET',
      path: '/resources',
      summary: 'List books by year, then blogs by category and title',
    })
    .output(z.object({ items: z.array(resourceSchema), next: z.null() })),
  create: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'POST', path: '/resources', successStatus: 201, summary: 'Add a book or a blog' })
    .input(createInput)
    .errors({ CONFLICT: { message: 'This ID is already in use.' } })
    .output(resourceSchema),
  update: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PATCH', path: '/resources/{id}', summary: 'Update a resource' })
    .input(resourceChange.extend(updateTarget))
    .errors({
      ...NOT_FOUND,
      CONFLICT: { message: 'This resource was changed elsewhere. Reload it to see both versions.' },
    })
    .output(resourceSchema),
  remove: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/resources/{id}', summary: 'Delete a resource' })
    .input(itemTarget)
    .errors(NOT_FOUND)
    .output(itemTarget),
})

export type Resource = z.infer<typeof resourceSchema>
