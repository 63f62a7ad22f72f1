import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type BusyMember, busyMember } from '../../../tests/busy-member.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { REFERENCES, UNCONSTRAINED_REFERENCES } from './references.server.ts'
import { deleteMember } from './run.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  world.services.jobs.add = async () => {}
})
afterAll(() => world.close())

/** Returns every foreign key to a member, as `table.column`. */
async function foreignKeys(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'f' and c.confrelid in ('users'::regclass, 'profiles'::regclass) order by 1`.execute(
    world.db,
  )
  return rows.map(({ name }) => name)
}

/** Returns columns that are named like references to members but have no foreign key, as `table.column`. */
async function looseIds(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attrelid::regclass || '.' || a.attname as name
    from pg_attribute a join pg_class t on t.oid = a.attrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype)
      and a.attname ~ '(^|_)(user|member|author|profile|actor|target|sender|recipient|by|left|follower|owner)(_ids?)?$'
      and not exists (select from pg_constraint c where c.contype = 'f' and c.conrelid = t.oid and a.attnum = any (c.conkey))
    order by 1`.execute(world.db)
  return rows.map(({ name }) => name)
}

test('every column that refers to a member has its line, and every line its column', async () => {
  const declared = Object.keys(REFERENCES)
  const keys = await foreignKeys()
  expect(
    keys.filter((key) => !declared.includes(key)),
    'say in references.server.ts what becomes of these rows when somebody leaves, and in settings/exports what an export holds of them',
  ).toEqual([])
  expect(declared.filter((key) => !keys.includes(key))).toEqual([])
  const loose = await looseIds()
  expect(
    loose.filter((column) => !(column in UNCONSTRAINED_REFERENCES)),
    'say in MENTIONS what becomes of these',
  ).toEqual([])
})

describe.each([
  ['their words stay', true],
  ['their words go', false],
])('when somebody leaves and %s', (_name, keepContent) => {
  let leaver: BusyMember
  let before: Record<string, string[]>

  beforeAll(async () => {
    leaver = await busyMember(world)
    before = await namedRows(leaver.id)
    await sql`insert into account_deletions (user_id, keep_content, requested_at, delete_at)
      values (${leaver.id}, ${keepContent}, now() - interval '8 days', now() - interval '1 day')`.execute(
      world.db,
    )
    await deleteMember(world.services, leaver.id)
  }, 60_000)

  /** References whose rows are only created by the deletion, so this test can't compare them. */
  const NOT_BEFORE = ['account_deletions.user_id', 'former_conversations.left_id']

  it('every reference to them has the fate that is declared for it', async () => {
    for (const [name, fate] of Object.entries(REFERENCES)) {
      if (NOT_BEFORE.includes(name)) continue
      const rows = before[name] ?? []
      expect.soft(rows.length, `${name}: tests/busy-member.ts makes one`).toBeGreaterThan(0)
      const [table = '', column = ''] = name.split('.')
      const left = await rowsByKey(table, rows)
      const label = `${name}: ${fate}`
      if (fate === 'nameless') {
        // Some notifications are deleted instead, together with the content they are about.
        if (table !== 'notifications') expect.soft(left.length, label).toBe(rows.length)
        expect.soft(left.length, label).toBeGreaterThan(0)
        for (const row of left) expect.soft(row[column], label).toBeNull()
      } else if (fate !== 'own') expect.soft(left, label).toEqual([])
      for (const row of left) expect.soft(row[column], label).not.toBe(leaver.id)
    }
  })

  it('leaves stubs where others answered, or words without a name', async () => {
    const { post, answeredPost, comment, answeredComment, note, answeredNote } = leaver
    const stateOf = async (table: 'posts' | 'comments' | 'notes', id: string) => {
      const { rows } = await sql<{ is_stub: boolean; author_id: string | null; content: string }>`
        select deleted_at is not null as is_stub, author_id, content from ${sql.table(table)} where id = ${id}`.execute(
        world.db,
      )
      const [row] = rows
      if (!row) return 'gone'
      expect(row.author_id).toBeNull()
      expect(row.content.includes(leaver.word)).toBe(!row.is_stub)
      return row.is_stub ? 'stub' : 'nameless'
    }
    const states = [
      await stateOf('posts', post),
      await stateOf('comments', comment),
      await stateOf('notes', note),
      await stateOf('posts', answeredPost),
      await stateOf('comments', answeredComment),
      await stateOf('notes', answeredNote),
    ]
    const [alone, answered] = keepContent ? ['nameless', 'nameless'] : ['gone', 'stub']
    expect(states).toEqual([alone, alone, alone, answered, answered, answered])
  })

  it('names them nowhere any more', async () => {
    const staying = Object.keys(UNCONSTRAINED_REFERENCES).filter((column) =>
      UNCONSTRAINED_REFERENCES[column]?.startsWith('stays'),
    )
    const found = [
      ...(await columnsWith(leaver.id)),
      ...(await columnsWith(leaver.email)),
      ...(await columnsWith(leaver.username)),
      ...(await columnsWith(leaver.full_name as string)),
    ]
    expect([...new Set(found)].filter((column) => !staying.includes(column))).toEqual([])
  })

  it('leaves none of their words that should go', async () => {
    const found = await columnsWith(leaver.word)
    // These columns keep texts for others: messages for their recipients, and reports for moderators.
    const ofOthers = ['former_messages.content', 'reports.words', 'moderation_cases.snapshot']
    const own = ['posts.title', 'posts.content', 'posts.content_text', 'posts.opening', 'comments.content']
    const searched = [
      'post_search.search_vector',
      'comment_search.search_vector',
      'note_search.search_vector',
    ]
    const index = ['search_words.word', 'search_word_changes.words']
    const allowed = [
      ...ofOthers,
      ...index,
      ...(keepContent ? [...own, ...searched, 'notes.content', 'removed_content.content'] : []),
    ]
    expect(found.filter((column) => !allowed.includes(column))).toEqual([])
  })

  it('leaves every counter right', async () => {
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
    expect((await sql`select broken_moderation_log() as broken`.execute(world.db)).rows).toEqual([
      { broken: null },
    ])
  })
})

/** Returns the primary keys of the rows that refer to the member, for each reference in REFERENCES. */
async function namedRows(id: string): Promise<Record<string, string[]>> {
  const named: Record<string, string[]> = {}
  for (const reference of Object.keys(REFERENCES)) {
    const [table = '', column = ''] = reference.split('.')
    const { rows } = await sql<{ key: string }>`
      select ${await keyOf(table)} as key from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${id}`.execute(
      world.db,
    )
    named[reference] = rows.map(({ key }) => key)
  }
  return named
}

async function rowsByKey(table: string, keys: string[]): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where ${await keyOf(table)} = any (${keys})`.execute(
    world.db,
  )
  return rows.map(({ row }) => row)
}

/** Returns SQL for the primary key as text, or for the whole row if the table has no primary key. */
async function keyOf(table: string) {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ${table}::regclass and i.indisprimary`.execute(world.db)
  if (rows.length === 0) return sql`t::text`
  return sql`concat_ws(' ', ${sql.join(rows.map(({ name }) => sql`${sql.ref(`t.${name}`)}::text`))})`
}

/** Returns all columns of any type that contain the text, as `table.column`. */
async function columnsWith(text: string): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select t.relname as table, a.attname as column from pg_attribute a join pg_class t on t.oid = a.attrelid
    where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`.execute(
    world.db,
  )
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)}::text ilike ${`%${text}%`} limit 1`.execute(
      world.db,
    )
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}
