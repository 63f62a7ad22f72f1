import { sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isOwnArchive } from '../imported-id.ts'
import type { ImportKind, Outcome } from '../records.ts'
import type { ImportWrite } from './batch.server.ts'

/** Tables of the kinds whose items keep their ids. */
const TABLES: Partial<Record<ImportKind, keyof DB>> = {
  member: 'users',
  concept: 'concepts',
  post: 'posts',
  comment: 'comments',
  bookmark: 'bookmarks',
  follow: 'user_follows',
  message: 'messages',
  sanction: 'sanctions',
}

/** Returns outcomes for items of this software's own archive that this forum already has under the same id. */
export async function findHere(
  { trx, source }: ImportWrite,
  kind: ImportKind,
  oldIds: readonly string[],
): Promise<Outcome[]> {
  const table = TABLES[kind]
  if (!table || !isOwnArchive(source)) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${oldIds}::uuid[])`.execute(trx)
  return rows.map(({ id }) => ({ old_id: id, id, is_old: true }))
}
