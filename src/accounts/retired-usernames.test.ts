import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts } from '../../tests/accounts.ts'
import { router } from '../app/router.server.ts'
import { insertMembers } from '../shell/demo/insert.server.ts'
import { sweepAccounts } from './sql.server.ts'

let accounts: Accounts

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())

let count = 0

async function buildMember(username = `member${++count}`) {
  const [id = ''] = await insertMembers(accounts.db, [{ username }])
  return { id, username }
}

async function leave(id: string): Promise<void> {
  await accounts.db.deleteFrom('users').where('id', '=', id).execute()
}

async function signUp(username: string | undefined, email = `new${++count}@example.org`) {
  const { status, body } = await accounts.signUp({ username, email })
  return { status, message: body.message }
}

function rename({ id, username }: { id: string; username: string }, wanted: string) {
  const viewer = { id, username, full_name: null, avatar_url: null, roles: [] }
  const context = { ...accounts.services, viewer, requestId: 'test', address: '127.0.0.1' }
  return call(router.me.update, { username: wanted }, { context })
}

const TAKEN = { status: 409, message: 'This username is taken. Please choose another.' }

test('the name of a deleted account is taken for nobody, in any spelling, with the words of any taken name', async () => {
  const { id, username } = await buildMember('Long_Gone')
  const other = await buildMember()
  expect(await signUp(username)).toEqual(TAKEN)
  await leave(id)
  expect(await signUp('long_GONE')).toEqual(TAKEN)
  await expect(rename(other, 'LONG_gone')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This username is taken.',
    data: { field: 'username' },
  })
  await expect(
    accounts.db.updateTable('profiles').set({ username: 'long_gone' }).where('id', '=', other.id).execute(),
  ).rejects.toMatchObject({ constraint: 'profiles_username_former' })
})

test('who chooses none is not given it either', async () => {
  const { id } = await buildMember('walter')
  await leave(id)
  expect(await signUp(undefined, 'walter@example.org')).toMatchObject({ status: 200 })
  const made = await accounts.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select('profiles.username')
    .where('email', '=', 'walter@example.org')
    .executeTakeFirst()
  expect(made).toEqual({ username: 'walter2' })
})

test('so are the names that it had given up lately', async () => {
  const member = await buildMember('first_name')
  await rename(member, 'second_name')
  await leave(member.id)
  for (const name of ['first_name', 'second_name']) expect(await signUp(name)).toEqual(TAKEN)
})

test('after 180 days it is free, and forgotten', async () => {
  const { id, username } = await buildMember()
  await leave(id)
  const days = await sql<{ days: number }>`
    select round(extract(epoch from until - now()) / 86400)::integer as days from retired_usernames
    where digest = username_digest(${username})`.execute(accounts.db)
  expect(days.rows).toEqual([{ days: 180 }])
  await sql`update retired_usernames set until = now() - interval '1 second'
    where digest = username_digest(${username})`.execute(accounts.db)
  await sweepAccounts(accounts.db)
  const left = await sql`select from retired_usernames where digest = username_digest(${username})`.execute(
    accounts.db,
  )
  expect(left.rows).toEqual([])
  expect(await signUp(username)).toMatchObject({ status: 200 })
})

test('the name of an account whose address nobody verified is free at once', async () => {
  expect(await signUp('never_here', 'slip@example.org')).toMatchObject({ status: 200 })
  await accounts.db.deleteFrom('users').where('email', '=', 'slip@example.org').execute()
  expect(await signUp('never_here')).toMatchObject({ status: 200 })
})
