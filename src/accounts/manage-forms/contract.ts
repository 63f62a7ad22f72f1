import { oc } from '@orpc/contract'
import * as z from 'zod'
import { authorSchema } from '../../shared/authors/contract.ts'
import { ACTS, CHANGES_PAGE, ITEM_KINDS } from './policy.ts'

const changeSchema = z.object({
  id: z.uuid(),
  kind: z.enum(ITEM_KINDS),
  item_id: z.uuid().meta({ description: 'ID of the changed item, which may have been deleted since.' }),
  name: z.string().meta({ description: 'Its name after the change, or when it was deleted.' }),
  act: z.enum(ACTS),
  fields: z.array(z.string()).meta({ description: 'For an update: the changed fields.' }),
  changed_by: authorSchema.nullable().meta({ description: 'null: the account was deleted.' }),
  created_at: z.iso.datetime(),
})

const collectionSchema = z.object({
  name: z.enum(['concepts', 'thinkers', 'resources', 'events', 'rules']),
  count: z.int(),
  can: z
    .object({ create: z.boolean(), update: z.boolean(), delete: z.boolean() })
    .meta({ description: 'The viewer’s permissions for its items.' }),
})

/** Log of changes by curators, for editors and admins. */
export const changesContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/changes',
      summary: 'List changes to concepts, thinkers, resources, events and rules, newest first',
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

/** Number of items in each managed collection, for editors and admins. */
export const collectionsContract = {
  list: oc
    .route({
      method: 'GET',
      path: '/collections',
      summary: 'List managed collections with their sizes and the viewer’s permissions',
      tags: ['Curating'],
    })
    .output(z.object({ items: z.array(collectionSchema), next: z.null() })),
}

export type Change = z.infer<typeof changeSchema>
export type Collection = z.infer<typeof collectionSchema>
