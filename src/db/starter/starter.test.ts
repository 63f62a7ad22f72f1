import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../tests/database-url.ts'
import { createDatabase } from '../database.server.ts'
import { MIGRATIONS, migrate } from '../migrate.server.ts'
import { insertStarter } from './starter.server.ts'

let url: string
let folder: string

/** The forum as it was before 0040: categories and thinkers came with it, resources were part of the code. */
beforeEach(async () => {
  const { url: server, template } = inject('database')
  const name = `${template}_starter_${process.env.VITEST_POOL_ID}`
  await run(server, `drop database if exists ${name} with (force)`)
  await run(server, `create database ${name} template template0`)
  url = databaseUrl(server, name)
  folder = await mkdtemp(join(tmpdir(), 'threshold-before-'))
  const before = (await readdir(MIGRATIONS)).filter((file) => file < '0040')
  for (const file of before) await cp(join(MIGRATIONS, file), join(folder, file))
  await migrate(url, folder)
})
afterEach(() => rm(folder, { recursive: true }))

test('a forum from before there were resources gets them, and nothing that an editor had removed', async () => {
  await run(url, "insert into categories (name, color) values (' Kept ', '#112233')")
  await run(
    url,
    `insert into featured_thinkers (name, field_of_expertise, bio, key_works)
    values ('Zeno ', 'Paradoxes', E'He never arrived.\n', '{" One ",""}')`,
  )
  await migrate(url)
  const db = createDatabase(url)
  await Promise.all([insertStarter(db), insertStarter(db)])
  expect(await run(url, 'select name from categories')).toEqual([{ name: 'Kept' }])
  expect(await run(url, 'select name, bio, key_works from featured_thinkers')).toEqual([
    { name: 'Zeno', bio: 'He never arrived.', key_works: ['One'] },
  ])
  expect(
    await run(url, 'select kind, count(*)::int as n from resources group by kind order by kind'),
  ).toEqual([
    { kind: 'blog', n: 11 },
    { kind: 'book', n: 7 },
  ])
  await db.destroy()
})

test('whoever removes everything of a kind finds it empty after the next start', async () => {
  await migrate(url)
  const db = createDatabase(url)
  await insertStarter(db)
  for (const table of ['categories', 'featured_thinkers', 'resources'] as const)
    await db.deleteFrom(table).execute()
  await insertStarter(db)
  for (const table of ['categories', 'featured_thinkers', 'resources'] as const)
    expect(await db.selectFrom(table).select('id').execute(), table).toEqual([])
  await db.destroy()
})

async function run(at: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
