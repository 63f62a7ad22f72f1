import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { OccupiedError, refuseOccupied } from './target-database.server.ts'

let client: pg.Client
const begin = async (url: string) => {
  client = new pg.Client({ connectionString: url })
  await client.connect()
}
afterEach(() => client.end())

test('a forum is free until it has a member', async () => {
  await begin((await testDatabase()).url)
  await refuseOccupied(client)
  await client.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await expect(refuseOccupied(client)).rejects.toThrow(
    'There is a forum with members. To replace this forum, restore with --replace.',
  )
})

describe('what another application has is refused', () => {
  beforeEach(async () => begin(await emptyDatabase()))

  test.each([
    ['a table', 'create table invoices (id int)'],
    ['a view', 'create view invoices as select 1 as id'],
    ['migrations of its own', 'create table migrations (id int, migration text, batch int)'],
    [
      'migrations with names like ours',
      "create table migrations (name text, checksum text); insert into migrations values ('0001_baseline.sql', 'other')",
    ],
  ])('%s', async (_, statement) => {
    await refuseOccupied(client)
    await client.query(statement)
    await expect(refuseOccupied(client)).rejects.toBeInstanceOf(OccupiedError)
  })
})
