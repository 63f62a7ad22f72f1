import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { checkDatabase, createDatabase, isoTimestamp } from './database.server.ts'
import { StatementNames } from './statements.server.ts'
import type { DB } from './types.ts'

let url: string
let db: Kysely<DB>

beforeAll(async () => {
  url = (await testDatabase()).url
  db = createDatabase(url, { max: 2 })
})

test('numbers and times arrive as the API gives them', async () => {
  const { rows } = await sql`select count(*) as n, array[1, null]::bigint[] as list,
    '2026-11-21 07:05:00.12+00'::timestamptz as at, array['2026-01-01 00:00+00'::timestamptz] as times`.execute(
    db,
  )
  expect(rows[0]).toEqual({
    n: 1,
    list: [1, null],
    at: '2026-11-21T07:05:00.120000Z',
    times: ['2026-01-01T00:00:00.000000Z'],
  })
})

test.each([
  ['2026-11-21 07:05:00+00', '2026-11-21T07:05:00.000000Z'],
  ['2026-11-21 07:05:00.123456+00', '2026-11-21T07:05:00.123456Z'],
  ['2026-11-21 07:05:00.123456+05:30', '2026-11-21T01:35:00.123456Z'],
  ['2026-11-21 07:05:00.1-08', '2026-11-21T15:05:00.100000Z'],
  ['infinity', 'infinity'],
])('%s is %s', (text, expected) => {
  expect(isoTimestamp(text)).toBe(expected)
})

describe('statement names', () => {
  test('a statement that comes back is prepared once on its connection', async () => {
    for (let n = 0; n < 6; n++) await sql`select ${n}::int as hot`.execute(db)
    const prepared = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    )
    expect(prepared.rows.map(({ statement }) => statement)).toEqual(['select $1::int as hot'])
  })

  test('a table that is altered under a prepared statement goes on answering', async () => {
    await sql`create table altered (a int)`.execute(db)
    await sql`insert into altered values (1)`.execute(db)
    const read = () => sql`select * from altered where a = ${1}`.execute(db)
    for (let n = 0; n < 6; n++) await read()
    await sql`alter table altered add column b int default 2`.execute(db)
    for (let n = 0; n < 6; n++) expect((await read()).rows).toEqual([{ a: 1, b: 2 }])
  })

  test('there is a limit, and a text keeps its name', () => {
    const names = new StatementNames(2)
    const thrice = (text: string) => [1, 2, 3].map(() => names.nameOf(text)).at(-1)
    expect([thrice('a'), thrice('b'), thrice('c'), names.nameOf('a')]).toEqual([
      't0_0',
      't0_1',
      undefined,
      't0_0',
    ])
  })
})

test('a pool outlives the end of all its connections', async () => {
  const other = createDatabase(url, { max: 3 })
  await checkDatabase(other)
  const kill = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  const busy = expect(sql`select pg_sleep(10)`.execute(other)).rejects.toThrow()
  await expect
    .poll(
      async () =>
        (await sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`.execute(db)).rows
          .length,
    )
    .toBe(1)
  await kill.execute(db)
  await busy
  await expect.poll(() => checkDatabase(other).then(() => 'up', String)).toBe('up')
  await other.destroy()
})

test('a database that is away is said to be away', async () => {
  const away = createDatabase('postgresql://nobody@localhost:1/nothing')
  await expect(checkDatabase(away)).rejects.toThrow('ECONNREFUSED')
  await away.destroy()
})
