import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { OccupiedError, refuseOccupied } from './occupied.server.ts'
import { release } from './put-aside.server.ts'

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
  await expect(refuseOccupied(client)).rejects.toThrow('a forum with members')
})

describe('what another application has is refused', () => {
  beforeEach(async () => begin(await emptyDatabase()))

  test.each([
    ['a table', 'create table invoices (id int)'],
    ['a view', 'create view invoices as select 1 as id'],
    ['migrations of its own', 'create table migrations (id int, migration text, batch int)'],
    [
      'migrations with names like ours',
      "create table migrations (name text, checksum text); insert into migrations values ('0001_foundations.sql', 'other')",
    ],
  ])('%s', async (_, statement) => {
    await refuseOccupied(client)
    await client.query(statement)
    await expect(refuseOccupied(client)).rejects.toBeInstanceOf(OccupiedError)
  })
})

test('jobs go with the forum that they are of; those of another application stay', async () => {
  const hasJobs = async () =>
    (await client.query("select to_regnamespace('pgboss') is not null as yes")).rows[0].yes
  await begin((await testDatabase()).url)
  await client.query(
    'create schema pgboss; create schema threshold_former; create table threshold_former.invoices ()',
  )
  await release(client)
  expect(await hasJobs()).toBe(true)
  await client.query(
    'create schema threshold_former; create table threshold_former.migrations as table migrations',
  )
  await release(client)
  expect(await hasJobs()).toBe(false)
})
