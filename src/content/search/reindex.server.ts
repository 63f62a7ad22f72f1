import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

export const INDEXED_SOURCES = ['posts', 'comments', 'notes'] as const

/** Number of texts per batch. Indexing a batch blocks edits of these texts for a tenth of a second. */
const BATCH = 100
const DEADLOCK = '40P01'

export async function queueBatches(
  db: Kysely<DB>,
  source: (typeof INDEXED_SOURCES)[number],
  size = BATCH,
): Promise<void> {
  await sql`select queue_search_batches(${source}, ${size})`.execute(db)
}

/** Queues a recount of word frequencies, as a single batch that takes longer than all others together. */
export async function queueWordCount(db: Kysely<DB>): Promise<void> {
  await sql`insert into search_batches (source, ids, places) values ('words', '{}', '{}')`.execute(db)
}

/** Indexes all queued batches. Each is a transaction of its own, so an interrupted run can be resumed. */
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

/** Rebuilds the search index while the forum is running. Resumes interrupted runs, joins concurrent ones. */
export async function reindex(
  db: Kysely<DB>,
  connections: number,
  onProgress: (left: number) => void,
): Promise<{ resumed: boolean }> {
  let left = await countBatches(db)
  const resumed = left > 0
  if (!resumed) {
    await db.transaction().execute(async (trx) => {
      await queueWordCount(trx)
      for (const source of INDEXED_SOURCES) await queueBatches(trx, source)
    })
    left = await countBatches(db)
  }
  onProgress(left)
  await indexBatches(db, connections, () => onProgress(--left))
  return { resumed }
}

/** Indexes a batch. Returns true after a deadlock with a member's edits, so that it is tried again. */
async function indexNextBatch(db: Kysely<DB>): Promise<boolean> {
  try {
    const { rows } = await sql`select from index_next_batch()`.execute(db)
    return rows.length > 0
  } catch (error) {
    if ((error as { code?: string }).code === DEADLOCK) return true
    throw error
  }
}
