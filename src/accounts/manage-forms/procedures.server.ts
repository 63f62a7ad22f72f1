import { guards } from '../../core/procedure.server.ts'
import { isCurator } from '../../core/viewer.ts'
import { changesContract, collectionsContract } from './contract.ts'
import { countCollections, listChanges } from './sql.server.ts'

const changesGuards = guards(changesContract)
const collectionsGuards = guards(collectionsContract)

export const changesProcedures = {
  list: changesGuards.curator.list.handler(({ context: { db }, input }) => listChanges(db, input)),
}

export const collectionsProcedures = {
  list: collectionsGuards.curator.list.handler(async ({ context: { db, viewer } }) => {
    const may = isCurator(viewer)
    const can = { create: may, update: may, delete: may }
    const counts = await countCollections(db)
    return { items: COLLECTIONS.map((name) => ({ name, count: counts[name], can })), next: null }
  }),
}

const COLLECTIONS = ['concepts', 'thinkers', 'resources', 'events', 'rules'] as const
