import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { MarkupConverter } from '../markup-converter.ts'
import { SOURCE_SCHEMA } from '../staging.server.ts'

const records = sql.id(SOURCE_SCHEMA, 'records')
const BATCH = 1000
/** Characters of an old id (imported.old_id), less the author and the name of an address. */
const PATH_MAX = 180

/**
 * Adds records of the pictures in all texts that are imported, and of their addresses. A picture belongs to the author of
 * the text, as uploads do, so one that two members show becomes two.
 */
export async function makePictureRecords(db: Kysely<DB>, markup: MarkupConverter): Promise<void> {
  await sql`create unique index on ${records} (old_id) where kind = 'picture'`.execute(db)
  for (const kind of ['post', 'comment'])
    for (let last = '0'; ; ) {
      const texts = await readTexts(db, kind, last)
      const end = texts.at(-1)
      if (!end) break
      last = end.position
      const pictures = texts.flatMap(({ author, markup: text }) =>
        markup.uploadsIn(text).map((path) => ({ author, path })),
      )
      await insertPictures(db, pictures)
    }
  await sql`
    insert into ${records}
    select 'address', row_number() over (order by path) + (select coalesce(max(position), 0) from ${records} where kind = 'address'),
      'upload:' || path, jsonb_build_object('kind', 'picture', 'item', item), null
    from (
      select distinct on (record ->> 'path') record ->> 'path' as path, old_id as item
      from ${records} where kind = 'picture' and record is not null order by record ->> 'path', position) as pictures`.execute(
    db,
  )
}

/** Without the folder of uploads, there are no pictures. */
export async function deletePictureRecords(db: Kysely<DB>): Promise<void> {
  await sql`delete from ${records} where kind = 'avatar' or record ->> 'kind' = 'picture'`.execute(db)
}

/** The old id of the picture in texts of an author. */
export const pictureOldId = (author: string | null, path: string) =>
  Array.from(`${author ?? ''}:${path}`)
    .slice(0, 200)
    .join('')

async function readTexts(db: Kysely<DB>, kind: string, after: string) {
  const { rows } = await sql<{ position: string; author: string | null; markup: string }>`
    select position::text, record ->> 'author' as author, record ->> 'markup' as markup from ${records}
    where kind = ${kind} and position > ${after}::bigint and record is not null
    order by position limit ${BATCH}`.execute(db)
  return rows
}

async function insertPictures(db: Kysely<DB>, pictures: { author: string | null; path: string }[]) {
  const rows = pictures.map(({ author, path }) => ({
    old_id: pictureOldId(author, path),
    ...(path.length > PATH_MAX
      ? { record: null, skipped: 'its path is too long' }
      : { record: { author, path }, skipped: null }),
  }))
  await sql`
    insert into ${records}
    select 'picture', row_number() over (order by r.old_id) + (
      select coalesce(max(position), 0) from ${records} where kind = 'picture'), r.old_id, r.record, r.skipped
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (old_id text, record jsonb, skipped text)
    on conflict (old_id) where kind = 'picture' do nothing`.execute(db)
}
