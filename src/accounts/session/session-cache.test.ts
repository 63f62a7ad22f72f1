import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { countingStatements } from '../../../tests/statements.ts'
import { createMember } from '../members.server.ts'
import { SessionCache } from './session-cache.server.ts'

let accounts: Accounts
let count = 0
let id: string
let headers: Headers
let viewers: SessionCache
let statements: unknown[]

beforeAll(async () => {
  accounts = await makeAccounts()
  await accounts.services.bus.start()
})
afterAll(() => accounts.close())
beforeEach(async () => {
  const username = `kim${++count}`
  const member = { username, email: `${username}@example.org`, password: PASSWORD }
  id = (await createMember(accounts.db, member)).id
  headers = new Headers({ cookie: (await accounts.signIn(member.email)).cookie })
  const counting = countingStatements(accounts.db)
  statements = counting.statements
  viewers = new SessionCache({ ...accounts.services, db: counting.db })
})

const who = async () => (await viewers.authenticate(headers)).viewer

test('asked many times at once and again, the database is asked once', async () => {
  const asking = await Promise.all(Array.from({ length: 5 }, () => viewers.authenticate(headers)))
  expect(new Set(asking.map(({ viewer }) => viewer?.id))).toEqual(new Set([id]))
  await who()
  expect(statements).toHaveLength(1)
})

test.each([
  ['a session ends', () => sql`delete from sessions where user_id = ${id}`, null],
  ['a session is cut short', () => sql`update sessions set expires_at = now() where user_id = ${id}`, null],
  ['an account goes', () => sql`delete from users where id = ${id}`, null],
  ['a role is given', () => sql`insert into user_roles values (${id}, 'editor')`, { roles: ['editor'] }],
  ['a name changes', () => sql`update profiles set full_name = 'Kim' where id = ${id}`, { full_name: 'Kim' }],
] as const)('when %s, whoever did it, it is heard of', async (_, change, expected) => {
  expect(await who()).toMatchObject({ id, full_name: null, roles: [] })
  await change().execute(accounts.db)
  await vi.waitFor(async () => {
    const viewer = await who()
    if (expected) expect(viewer).toMatchObject(expected)
    else expect(viewer).toBeNull()
  })
})

test('what was asked before a change and answered after it is not remembered', async () => {
  const early = viewers.authenticate(headers)
  viewers.clear()
  await early
  await who()
  expect(statements).toHaveLength(2)
})

test('nobody, a session about to end and a failure are looked up each time', async () => {
  await sql`update sessions set expires_at = now() + interval '1 second' where user_id = ${id}`.execute(
    accounts.db,
  )
  await who()
  const before = statements.length
  await who()
  expect(statements.length).toBeGreaterThan(before)

  await sql`delete from sessions where user_id = ${id}`.execute(accounts.db)
  viewers.clear()
  expect(await who()).toBeNull()
  const after = statements.length
  expect(await who()).toBeNull()
  expect(statements).toHaveLength(after + 1)
})

test('whose turn it is is told without a change to the session', async () => {
  const sessions = () =>
    accounts.db.selectFrom('sessions').selectAll().where('user_id', '=', id).executeTakeFirst()
  await sql`update sessions set expires_at = now() + interval '1 hour', used_at = now() - interval '1 day'
    where user_id = ${id}`.execute(accounts.db)
  const before = await sessions()
  expect(await viewers.memberOf(headers)).toBe(id)
  expect(await sessions()).toEqual(before)
  expect(statements).toHaveLength(1)
})

test('of a member who is known the database is not asked whose turn it is', async () => {
  await who()
  expect(await viewers.memberOf(headers)).toBe(id)
  expect(statements).toHaveLength(1)
})

test.each([
  ['nothing', () => ({})],
  ['a cookie that we did not sign', () => ({ cookie: (headers.get('cookie') ?? '').replace(/=./, '=_') })],
  [
    'an access token beside a session',
    () => ({ cookie: headers.get('cookie') ?? '', authorization: 'Bearer thr_1' }),
  ],
])('the turn of who sends %s is a guest’s, and the database is not asked', async (_, sent) => {
  expect(await viewers.memberOf(new Headers(sent()))).toBeUndefined()
  expect(statements).toEqual([])
})

test('so is the turn of who sends a session that has ended', async () => {
  await sql`update sessions set expires_at = now() where user_id = ${id}`.execute(accounts.db)
  expect(await viewers.memberOf(headers)).toBeUndefined()
})

test('a change to one member leaves the sessions of others remembered', async () => {
  const member = { username: `other${count}`, email: `other${count}@example.org`, password: PASSWORD }
  const other = await createMember(accounts.db, member)
  const theirs = new Headers({ cookie: (await accounts.signIn(member.email)).cookie })
  await viewers.authenticate(theirs)
  await who()
  const before = statements.length
  await sql`delete from sessions where user_id = ${id}`.execute(accounts.db)
  await vi.waitFor(async () => expect(await who()).toBeNull())
  const looked = statements.length
  expect((await viewers.authenticate(theirs)).viewer?.id).toBe(other.id)
  expect(statements).toHaveLength(looked)
  expect(looked).toBeGreaterThan(before)
  viewers.forgetSession(theirs)
  await viewers.authenticate(theirs)
  expect(statements).toHaveLength(looked + 1)
})
