import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { countingStatements } from '../../../tests/statements.ts'
import { myProfileProcedures } from '../../people/profiles/procedures.server.ts'
import { createMember } from '../members.server.ts'
import { authenticate } from './session.server.ts'
import { sessionCookie } from './session-cookie.server.ts'

let accounts: Accounts
let cookie: string

beforeAll(async () => {
  accounts = await makeAccounts()
  const { id } = await createMember(accounts.db, {
    email: 'kim@example.org',
    username: 'kim',
    password: PASSWORD,
  })
  const roles = (['moderator', 'editor'] as const).map((role) => ({ user_id: id, role }))
  await accounts.db.insertInto('user_roles').values(roles).execute()
  cookie = (await accounts.signIn('kim@example.org')).cookie
})
afterAll(() => accounts.close())

function ask(headers: Record<string, string>) {
  return authenticate(accounts.services, new Headers(headers))
}

test('the viewer comes with their roles, in one statement', async () => {
  const { db, statements } = countingStatements(accounts.db)
  const asking = await authenticate({ ...accounts.services, db }, new Headers({ cookie }))
  expect(asking.viewer).toEqual({
    id: expect.any(String),
    username: 'kim',
    full_name: null,
    avatar_url: null,
    roles: ['editor', 'moderator'],
  })
  expect(statements).toHaveLength(1)
})

test('without credentials the database is not asked, nor with ones we did not make', async () => {
  const { db, statements } = countingStatements(accounts.db)
  const token = decodeURIComponent(cookie).split('=')[1]?.split('.')[0]
  for (const headers of [
    {},
    { cookie: 'theme=dark; other=1' },
    { cookie: 'threshold.session_token=' },
    { cookie: `threshold.session_token=${token}` },
    { cookie: `threshold.session_token=${token}.` },
    { cookie: `threshold.session_token=${token}.AAAA` },
    { cookie: 'threshold.session_token=%E0%A4%A' },
    { cookie: cookie.replace(/=./, '=_') },
    { authorization: `Bearer ${token}` },
    { authorization: 'Basic a2ltOmtpbQ==' },
  ]) {
    expect(
      await authenticate({ ...accounts.services, db }, new Headers(headers as Record<string, string>)),
    ).toEqual({
      viewer: null,
    })
  }
  expect(statements).toEqual([])
})

test('GET me says who asks and for how long', async () => {
  const { viewer, session } = await ask({ cookie })
  const context = { ...accounts.asContext(viewer), session }
  expect(await call(myProfileProcedures.read, undefined, { context })).toMatchObject({
    user: { username: 'kim' },
    expires_at: expect.stringMatching(/Z$/),
  })
  expect(await call(myProfileProcedures.read, undefined, { context: accounts.asContext(null) })).toEqual({
    user: null,
    profile: null,
    expires_at: null,
  })
})

test('a session in use goes on: prolonged once a day, with a new cookie', async () => {
  const { session } = await ask({ cookie })
  const age = (days: number) =>
    accounts.db
      .updateTable('sessions')
      .set({ expires_at: sql`now() + ${30 - days} * interval '1 day'` })
      .where('id', '=', session?.id ?? '')
      .execute()
  await age(0.9)
  expect((await ask({ cookie })).cookies).toBeUndefined()
  await age(2)
  const prolonged = await ask({ cookie })
  expect(
    prolonged.cookies?.[0]?.startsWith(`${cookie}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`),
  ).toBe(true)
  expect(Date.parse(prolonged.session?.expires_at ?? '')).toBeGreaterThan(Date.now() + 29.9 * 86_400_000)
  expect((await ask({ cookie })).cookies).toBeUndefined()
})

/** Lets `hours` pass, then uses the session. Returns its state, and its cookie if it was extended. */
async function afterHours(headers: Record<string, string>, hours: number) {
  const { session } = await ask(headers)
  await sql`update sessions set created_at = created_at - ${hours} * interval '1 hour',
    expires_at = expires_at - ${hours} * interval '1 hour' where id = ${session?.id}`.execute(accounts.db)
  const asking = await ask(headers)
  return {
    cookie: asking.cookies?.[0],
    days: (Date.parse(asking.session?.expires_at ?? '') - Date.now()) / 86_400_000,
  }
}

test('a session that shall not be remembered ends with the browser, or a day after its last use', async () => {
  const input = { email: 'kim@example.org', password: PASSWORD, rememberMe: false }
  const { headers } = await accounts.post('sign-in/email', input)
  const [set = ''] = headers.getSetCookie()
  expect(set).not.toContain('Max-Age')
  const brief = { cookie: set.split(';')[0] ?? '' }
  const first = await ask(brief)
  expect(first.cookies, 'the first request prolongs nothing').toBeUndefined()
  expect(Date.parse(first.session?.expires_at ?? '')).toBeLessThan(Date.now() + 86_400_000)
  const used = await afterHours(brief, 20)
  expect(used.cookie).toBe(`${brief.cookie}; Path=/; HttpOnly; SameSite=Lax`)
  expect(used.days).toBeGreaterThan(0.99)
  expect(used.days).toBeLessThanOrEqual(1)
  expect((await afterHours(brief, 25)).days).toBeNaN()
})

test('a session in use ends after 180 days', async () => {
  const headers = { cookie: (await accounts.signIn('kim@example.org')).cookie }
  for (let day = 20; day <= 160; day += 20)
    expect((await afterHours(headers, 20 * 24)).days).toBeCloseTo(Math.min(30, 180 - day))
  const { days, cookie } = await afterHours(headers, 19 * 24)
  expect(days).toBeCloseTo(1)
  expect(cookie, 'nothing left to prolong').toBeUndefined()
  expect((await afterHours(headers, 25)).days).toBeNaN()
  const anew = { cookie: (await accounts.signIn('kim@example.org')).cookie }
  const { session } = await ask(anew)
  const prolong = sql`update sessions set expires_at = created_at + interval '181 days' where id = ${session?.id}`
  await expect(prolong.execute(accounts.db)).rejects.toMatchObject({ constraint: 'sessions_age_check' })
})

test('a session that has run out is none', async () => {
  const { cookie: short } = await accounts.signIn('kim@example.org')
  const { session } = await ask({ cookie: short })
  await accounts.db
    .updateTable('sessions')
    .set({ expires_at: sql`now() - interval '1 second'` })
    .where('id', '=', session?.id ?? '')
    .execute()
  expect(await ask({ cookie: short })).toEqual({ viewer: null })
})

test('our cookie is the one that better-auth makes', async () => {
  const token = decodeURIComponent(cookie)
    .replace(/^[^=]+=/, '')
    .split('.')[0] as string
  expect(sessionCookie(token, accounts.services.config).split(';')[0]).toBe(cookie)
})
