import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** What has an index of its own, in the order in which it is done. */
export const INDEXED = ['posts', 'comments', 'notes'] as const

/** Rows in a batch: who edits one of them waits for the rest, a tenth of a second. */
const BATCH = 100
const DEADLOCK = '40P01'

/** Says what is to be indexed of a table; with others beside it `indexBatches` does it. */
export async function queueBatches(
  db: Kysely<DB>,
  source: (typeof INDEXED)[number],
  size = BATCH,
): Promise<void> {
  await sql`select queue_search_batches(${source}, ${size})`.execute(db)
}

/** How often each word is used, counted anew: one batch, which takes longer than all others. */
export async function queueWords(db: Kysely<DB>): Promise<void> {
  await sql`insert into search_batches (source, ids, places) values ('words', '{}', '{}')`.execute(db)
}

/** Does batches until none is left, over so many connections at once; each is a transaction, so that what is killed goes on. */
export async function indexBatches(
  db: Kysely<DB>,
  connections: number,
  onBatch: () => void = () => undefined,
): Promise<void> {
  const work = async () => {
    while (await indexNextBatch(db)) onBatch()
  }
  await Promise.all(Array.from({ length: connections }, work))
}

export async function countBatches(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from search_batches`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Makes what searches are answered from anew, while the forum runs: of all posts, comments and notes, and how often each word is
 * used. One that was ended on its way goes on where it was; two at once share the work.
 */
export async function reindex(
  db: Kysely<DB>,
  connections: number,
  onProgress: (left: number) => void,
): Promise<{ resumed: boolean }> {
  let left = await countBatches(db)
  const resumed = left > 0
  if (!resumed) {
    await db.transaction().execute(async (trx) => {
      await queueWords(trx)
      for (const source of INDEXED) await queueBatches(trx, source)
    })
    left = await countBatches(db)
  }
  onProgress(left)
  await indexBatches(db, connections, () => onProgress(--left))
  return { resumed }
}

/** Somebody who writes in several things at once may hold them in another order: the batch is then done again. */
async function indexNextBatch(db: Kysely<DB>): Promise<boolean> {
  try {
    const { rows } = await sql`select from index_next_batch()`.execute(db)
    return rows.length > 0
  } catch (error) {
    if ((error as { code?: string }).code === DEADLOCK) return true
    throw error
  }
}
