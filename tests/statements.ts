import type { Kysely, KyselyPlugin } from 'kysely'
import type { DB } from '../src/db/types.ts'

/** Returns the same database, and a list that collects the kind of each statement sent through it. */
export function countingStatements(db: Kysely<DB>): { db: Kysely<DB>; statements: string[] } {
  const statements: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), statements }
}
