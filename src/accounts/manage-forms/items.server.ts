import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Change } from './contract.ts'

// Saves changes by curators. Each change and its log entry are one transaction.

/** Columns of an item's log entry, by table. */
const LOGGED_COLUMNS = {
  concepts: sql`id as item_id, 'concept' as kind, name`,
  featured_thinkers: sql`id as item_id, 'thinker' as kind, name`,
  resources: sql`id as item_id, kind, title as name`,
  events: sql`id as item_id, 'event' as kind, title as name`,
  community_rules: sql`id as item_id, 'rule' as kind, title as name`,
  saved_replies: sql`id as item_id, 'saved reply' as kind, title as name`,
  watched_words: sql`id as item_id, 'watched word' as kind, word as name`,
  // Editors can read the log, so it contains only the domain of an address.
  blocked_mail: sql`id as item_id, 'blocked mail' as kind, regexp_replace(pattern, '^.*@', '…@') as name`,
  site_settings: sql`id as item_id, 'site' as kind, coalesce(name, 'settings') as name`,
} satisfies Partial<Record<keyof DB, RawBuilder<unknown>>>

type Table = keyof typeof LOGGED_COLUMNS
type LoggedItem = Pick<Change, 'item_id' | 'kind' | 'name'>

/** Values by column, validated by the contract. Undefined for columns that the client did not send. */
type Values = Record<string, unknown>

/**
 * Creates an item and returns its id. A repeated request with the same id and values returns the same id. With other
 * values, it returns undefined. The primary key decides, so two requests at once create one item.
 */
export async function createItem(
  db: Kysely<DB>,
  table: Table,
  by: string,
  item: Values & { id?: string | undefined },
) {
  const sent = changedColumns(item)
  const making = db.transaction().execute(async (trx) => {
    const { rows } = await sql<LoggedItem>`
      insert into ${sql.table(table)} (${sql.join(sent.map(([column]) => sql.ref(column)))})
      values (${sql.join(sent.map(([, value]) => value))})
      on conflict (id) do nothing returning ${LOGGED_COLUMNS[table]}`.execute(trx)
    const [made] = rows
    if (!made) return findSame(trx, table, sent)
    await logChange(trx, { ...made, act: 'created', fields: [], by })
    return made.item_id
  })
  return making.catch(async (error) => {
    // The later of two equal requests can fail on the unique name before `on conflict (id)` applies.
    const same = item.id && (await findSame(db, table, sent))
    if (same) return same
    throw error
  })
}

/** Returns `outdated` if the item changed after `updated_at`. Does not log an update that changes nothing. */
export function updateItem(
  db: Kysely<DB>,
  table: Table,
  by: string,
  { id, updated_at, ...item }: Values & { id: string; updated_at?: string | undefined },
): Promise<'saved' | 'gone' | 'outdated'> {
  const sent = changedColumns(item)
  return db.transaction().execute(async (trx) => {
    // Rules can swap positions. Locking a row before `lock_rules` would deadlock two of these updates.
    if (table === 'community_rules') await sql`select lock_rules()`.execute(trx)
    const before = await lockItem(trx, table, id, sent)
    if (!before) return 'gone'
    if (updated_at !== undefined && updated_at !== before.updated_at) return 'outdated'
    if (before.fields.length === 0) return 'saved'
    // now() would be the start of the transaction, and another save may have committed since.
    const values = [...sent, ['updated_at', sql`clock_timestamp()`] as const]
    const { rows } = await sql<LoggedItem>`
      update ${sql.table(table)} set ${sql.join(values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
      where id = ${id} returning ${LOGGED_COLUMNS[table]}`.execute(trx)
    await logChange(trx, { ...(rows[0] as LoggedItem), act: 'updated', fields: before.fields, by })
    return 'saved'
  })
}

/** Deletes an item and logs it. Returns false if the item did not exist. */
export function deleteItem(db: Kysely<DB>, table: Table, by: string, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (table === 'concepts') await lockPostsOf(trx, id)
    const { rows } = await sql<LoggedItem>`
      delete from ${sql.table(table)} where id = ${id} returning ${LOGGED_COLUMNS[table]}`.execute(trx)
    const [gone] = rows
    if (gone) await logChange(trx, { ...gone, act: 'deleted', fields: [], by })
    return gone !== undefined
  })
}

/**
 * Locks the posts of a concept, because deleting the concept changes them. Locks one concept at a time and posts in
 * order of id, which avoids deadlocks with other deletions and with changes of the posts.
 */
async function lockPostsOf(trx: Transaction<DB>, conceptId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('concepts'))`.execute(trx)
  await sql`
    select from posts where id in (select post_id from post_concepts where concept_id = ${conceptId})
    order by id for no key update`.execute(trx)
}

type ChangedColumns = [column: string, value: unknown][]

function changedColumns(item: Values): ChangedColumns {
  return Object.entries(item).filter(([, value]) => value !== undefined)
}

async function findSame(trx: Kysely<DB>, table: Table, sent: ChangedColumns): Promise<string | undefined> {
  const same = sent.map(([column, value]) => sql`${sql.ref(column)} is not distinct from ${value}`)
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.join(same, sql` and `)}`.execute(trx)
  return rows[0]?.id
}

/** Locks the item. Returns the names of the columns whose sent values differ. */
async function lockItem(trx: Transaction<DB>, table: Table, id: string, sent: ChangedColumns) {
  const other = sent.map(
    ([column, value]) => sql`case when ${sql.ref(column)} is distinct from ${value} then ${column}::text end`,
  )
  const { rows } = await sql<{ updated_at: string; fields: string[] }>`
    select updated_at, array_remove(array[${sql.join(other)}]::text[], null) as fields
    from ${sql.table(table)} where id = ${id} for no key update`.execute(trx)
  return rows[0]
}

type NewChange = LoggedItem & Pick<Change, 'act' | 'fields'> & { by: string }

/** Adds an entry to the log of changes, in the transaction of the change. */
export async function logChange(trx: Transaction<DB>, { by, ...change }: NewChange): Promise<void> {
  await trx
    .insertInto('content_changes')
    .values({ ...change, changed_by: by })
    .execute()
}
