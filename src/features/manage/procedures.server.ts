import { curator } from '../../api/procedure.server.ts'
import { isCurator } from '../accounts/policy.ts'
import { countCollections, listChanges } from './sql.server.ts'

export const changes = {
  list: curator.changes.list.handler(({ context: { db }, input }) => listChanges(db, input)),
}

export const collections = {
  list: curator.collections.list.handler(async ({ context: { db, viewer } }) => {
    const may = isCurator(viewer)
    const can = { create: may, update: may, delete: may }
    const { categories, thinkers, resources, events } = await countCollections(db)
    const items = [
      { name: 'categories' as const, count: categories, can },
      { name: 'thinkers' as const, count: thinkers, can },
      { name: 'resources' as const, count: resources, can },
      { name: 'events' as const, count: events, can },
    ]
    return { items, next: null }
  }),
}
