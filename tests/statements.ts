import { type Kysely, type KyselyPlugin, RawNode } from 'kysely'
import type { DB } from '../src/db/types.ts'

/** The same database, and a list that gets the kind of every statement sent through it. */
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

/** The same database, whose statements (written as text) are only planned: their plans instead of their rows. */
export function explainingStatements(db: Kysely<DB>): { db: Kysely<DB>; plan: () => string } {
  const lines: unknown[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!RawNode.is(node)) return node
      const [first = '', ...others] = node.sqlFragments
      return { ...node, sqlFragments: [`explain (generic_plan) ${first}`, ...others] }
    },
    transformResult: async ({ result }) => {
      lines.push(...result.rows.map((row) => row['QUERY PLAN']))
      return result
    },
  }
  return { db: db.withPlugin(plugin), plan: () => lines.join('\n') }
}
