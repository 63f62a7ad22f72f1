import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'
import { authenticate } from './session.server.ts'
import { SessionCache } from './session-cache.server.ts'

const EMAIL = 'kim@example.org'
let accounts: Accounts
/** As a browser has them, under the name of today and under that of before. */
let today: string
let former: string

beforeAll(async () => {
  accounts = await makeAccounts({ PUBLIC_URL: 'https://forum.example' })
  await createMember(accounts.db, { email: EMAIL, username: 'kim', password: PASSWORD })
})
afterAll(() => accounts.close())
beforeEach(async () => {
  await accounts.db.deleteFrom('sessions').execute()
  today = (await accounts.signIn(EMAIL)).cookie
  former = today.replace('__Host-', '__Secure-')
})

const ask = (cookie: string) => authenticate(accounts.services, new Headers({ cookie }))

/** As the migration leaves the sessions it finds. */
async function fromBefore() {
  await sql`update sessions set former_cookie_until = created_at + interval '180 days'`.execute(accounts.db)
}

test('a session from before goes on, and its cookie gets the new name', async () => {
  await fromBefore()
  const { viewer, cookies } = await ask(former)
  expect(viewer).toMatchObject({ username: 'kim' })
  expect(cookies).toEqual([
    `${today}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
    '__Secure-threshold.session_token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ])
  expect(await ask(today)).toMatchObject({ viewer: { username: 'kim' } })
})

test('requests at once are all answered; an hour later the old name opens nothing', async () => {
  await fromBefore()
  const viewers = new SessionCache(accounts.services)
  const asked = await Promise.all([1, 2, 3].map(() => viewers.authenticate(new Headers({ cookie: former }))))
  expect(asked.map(({ viewer, cookies }) => [viewer?.username, cookies?.length])).toEqual(
    Array(3).fill(['kim', 2]),
  )
  await sql`update sessions set former_cookie_until = former_cookie_until - interval '1 hour'`.execute(
    accounts.db,
  )
  expect(await viewers.authenticate(new Headers({ cookie: former }))).toMatchObject({ viewer: null })
  expect(await viewers.authenticate(new Headers({ cookie: today }))).toMatchObject({
    viewer: { username: 'kim' },
  })
})

test('a session of today does not come under the old name, which a subdomain can plant', async () => {
  expect(await ask(former)).toMatchObject({ viewer: null })
  const own = await accounts.signIn(EMAIL)
  await createMember(accounts.db, { email: 'evil@example.org', username: 'evil', password: PASSWORD })
  const planted = (await accounts.signIn('evil@example.org')).cookie.replace('__Host-', '__Secure-')
  await fromBefore()
  expect(await ask(`${planted}; ${own.cookie}`)).toMatchObject({ viewer: { username: 'kim' } })
})

test('a write under the old name needs the token against foreign pages too', async () => {
  await fromBefore()
  const headers = { cookie: former, 'x-csrf-token': 'forged' }
  expect(await accounts.post('sign-out', {}, headers)).toMatchObject({ status: 403 })
})

test('signing out under the old name ends the session and takes both names away', async () => {
  await fromBefore()
  const { status, headers } = await accounts.post('sign-out', {}, { cookie: former })
  expect(status).toBe(200)
  expect(headers.getSetCookie().map((cookie) => cookie.replace(/; Path.*/, ''))).toEqual([
    '__Host-threshold.session_token=; Max-Age=0',
    '__Secure-threshold.session_token=; Max-Age=0',
  ])
  for (const cookie of [former, today]) expect(await ask(cookie)).toMatchObject({ viewer: null })
})

test('over http there is one name, and no other is looked at', async () => {
  const config = vi.spyOn(accounts.services.config, 'PUBLIC_URL', 'get')
  config.mockReturnValue('http://localhost:3000')
  expect(await ask(former)).toEqual({ viewer: null })
  expect(await ask(today)).toEqual({ viewer: null })
  expect(await ask(today.replace('__Host-', ''))).toMatchObject({ viewer: { username: 'kim' } })
  config.mockRestore()
})
