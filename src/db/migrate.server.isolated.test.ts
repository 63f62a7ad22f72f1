import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../tests/database-url.ts'
import { migrate } from './migrate.server.ts'

let url: string
let folder: string

beforeEach(async () => {
  const { url: server, template } = inject('database')
  const name = `${template}_migrate_${process.env.VITEST_POOL_ID}`
  await query(server, `drop database if exists ${name} with (force)`)
  await query(server, `create database ${name} template template0`)
  url = databaseUrl(server, name)
  folder = await mkdtemp(join(tmpdir(), 'threshold-migrations-'))
  await write('0001_first.sql', 'create table first (n int);')
  await write('0002_second.sql', 'insert into first values (1); select pg_sleep(0.1);')
})

afterEach(() => rm(folder, { recursive: true }))

test('applies what is missing, in order, once', async () => {
  expect(await migrate(url, { migrations: folder })).toEqual(['0001_first.sql', '0002_second.sql'])
  await write('0003_third.sql', 'insert into first values (3)')
  expect(await migrate(url, { migrations: folder })).toEqual(['0003_third.sql'])
  expect(await migrate(url, { migrations: folder })).toEqual([])
})

test('five nodes that start at once migrate once', async () => {
  const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url, { migrations: folder })))
  expect(applied.filter((names) => names.length > 0)).toEqual([['0001_first.sql', '0002_second.sql']])
  expect(await query(url, 'select n from first')).toEqual([{ n: 1 }])
})

test('a file that fails leaves nothing of itself, what came before it stays, and the message has the line', async () => {
  await write('0003_third.sql', 'insert into first values (3);\n\nselect * from nowhere;')
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    /^0003_third\.sql failed: relation "nowhere" does not exist \(line 3\)$/,
  )
  expect(await query(url, 'select n from first')).toEqual([{ n: 1 }])
  expect(await query(url, 'select name from migrations')).toHaveLength(2)
})

test('gives way to a writer whom it would lock out of what they need next, and tries again', async () => {
  await write('0003_third.sql', 'create table third (n int)')
  await migrate(url, { migrations: folder })
  await write(
    '0004_fourth.sql',
    'alter table first add m int; select pg_sleep(0.2); alter table third add m int;',
  )
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  await writer.query('begin')
  await writer.query('insert into third values (1)')
  const migrating = migrate(url, { migrations: folder })
  // After 150 ms, the migration has locked the first table and waits for the third.
  await sleep(150)
  await writer.query('insert into first values (4)')
  await writer.query('commit')
  await writer.end()
  expect(await migrating).toEqual(['0004_fourth.sql'])
  expect(await query(url, 'select n, m from first where n = 4')).toEqual([{ n: 4, m: null }])
})

test('a changed file is refused; other line ends are no change', async () => {
  await write('0003_third.sql', 'select 1;\nselect 2;')
  await migrate(url, { migrations: folder })
  await write('0003_third.sql', 'select 1;\r\nselect 2;')
  expect(await migrate(url, { migrations: folder })).toEqual([])
  await write('0003_third.sql', 'select 3;')
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    '0003_third.sql was changed after it was applied',
  )
})

test('a database that is newer than the code is refused', async () => {
  await migrate(url, { migrations: folder })
  await rm(join(folder, '0002_second.sql'))
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    'The database is newer than this code: it has 0002_second.sql',
  )
})

test('a database from before the baseline is refused plainly', async () => {
  await migrate(url, { migrations: folder })
  await rename(join(folder, '0001_first.sql'), join(folder, '0001_baseline.sql'))
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    'made by a development version of this code. Start with an empty data folder.',
  )
})

test('a file that comes before an applied one is refused', async () => {
  await rename(join(folder, '0001_first.sql'), join(folder, '0003_first.sql'))
  await rm(join(folder, '0002_second.sql'))
  await migrate(url, { migrations: folder })
  await write('0002_late.sql', 'select 1')
  await expect(migrate(url, { migrations: folder })).rejects.toThrow(
    '0002_late.sql comes before 0003_first.sql',
  )
})

test.each(['0002_twin.sql', '2_short.sql', 'draft.sql'])('a file called %s is refused', async (name) => {
  await write(name, 'select 1')
  await expect(migrate(url, { migrations: folder })).rejects.toThrow('NNNN_name.sql')
})

function write(name: string, sql: string): Promise<void> {
  return writeFile(join(folder, name), sql)
}

async function query(at: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
