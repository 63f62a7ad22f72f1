import { oc } from '@orpc/contract'
import * as z from 'zod'
import { authorSchema } from '../authors/contract.ts'
import { ACTS, CHANGES_PAGE, KINDS } from './policy.ts'

const changeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(KINDS),
  item_id: z.uuid().meta({ description: 'What was changed. It may be gone.' }),
  name: z.string().meta({ description: 'How it was called after the change, or when it was deleted.' }),
  act: z.enum(ACTS),
  fields: z.array(z.string()).meta({ description: 'Of an update: the fields that are other than before.' }),
  changed_by: authorSchema.nullable().meta({ description: 'Null: who did it has left.' }),
  created_at: z.iso.datetime(),
})

const collectionSchema = z.object({
  name: z.enum(['categories', 'thinkers', 'resources', 'events', 'rules']),
  count: z.int(),
  can: z
    .object({ create: z.boolean(), update: z.boolean(), delete: z.boolean() })
    .meta({ description: 'What the viewer may do with those in it.' }),
})

/** Change log, for editors and admins. */
export const changes = {
  list: oc
    .route({
      method: 'GET',
      path: '/changes',
      summary: 'Who changed categories, thinkers, resources, events and rules, the latest first',
      tags: ['Curating'],
    })
    .input(
      z.object({
        cursor: z.uuid().optional(),
        limit: z.coerce.number().int().min(1).max(CHANGES_PAGE).default(CHANGES_PAGE),
      }),
    )
    .output(z.object({ items: z.array(changeSchema), next: z.string().nullable() })),
}

/** Counts of managed content, for editors and admins. */
export const collections = {
  list: oc
    .route({
      method: 'GET',
      path: '/collections',
      summary:
        'What editors and admins maintain, how much of it there is, and what the viewer may do with it',
      tags: ['Curating'],
    })
    .output(z.object({ items: z.array(collectionSchema), next: z.null() })),
}

export type Change = z.infer<typeof changeSchema>
export type Collection = z.infer<typeof collectionSchema>
