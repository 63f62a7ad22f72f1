import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import type { TokenScope } from '../../core/token-scope.ts'
import type { Role } from '../../core/viewer.ts'
import { createMember } from '../members.server.ts'
import { securityProcedures } from '../security/procedures.server.ts'
import { authenticate } from '../session/session.server.ts'
import { sweepAccounts } from '../sql.server.ts'
import { accessTokensProcedures } from './procedures.server.ts'
import { sweepAccessTokens } from './sql.server.ts'
import { hashOf, isToken } from './token.server.ts'

let accounts: Accounts
let count = 0
let email: string
let id: string
let cookie: string

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())
beforeEach(async () => {
  const username = `owner${++count}`
  email = `${username}@example.org`
  id = (await createMember(accounts.db, { email, username, password: PASSWORD })).id
  cookie = (await accounts.signIn(email)).cookie
})

async function contextOf() {
  const { viewer, session } = await authenticate(accounts.services, new Headers({ cookie }))
  return { ...accounts.services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}

interface TokenRequest {
  name?: string
  scope?: TokenScope
  days?: 7 | 30 | 90 | 365
}

const make = async ({ name = 'Reader', scope = 'read', days = 30 }: TokenRequest = {}) =>
  call(accessTokensProcedures.create, { name, scope, days }, { context: await contextOf() })
const list = async () =>
  (await call(accessTokensProcedures.list, undefined, { context: await contextOf() })).items
const give = (role: Role) => accounts.db.insertInto('user_roles').values({ user_id: id, role }).execute()

describe('making one', () => {
  test('shows it once: what is listed and kept is not enough to use it', async () => {
    const { token, ...made } = await make({ name: '  My\nreader ', scope: 'write', days: 90 })
    expect(isToken(token)).toBe(true)
    expect(made).toMatchObject({ name: 'My reader', scope: 'write', used_at: null })
    const days = (Date.parse(made.expires_at) - Date.parse(made.created_at)) / 86_400_000
    expect(days).toBe(90)
    expect(await list()).toEqual([made])
    const { rows } = await sql`select * from access_tokens where member_id = ${id}`.execute(accounts.db)
    expect(rows).toMatchObject([{ token_hash: hashOf(token) }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is mailed: which, what for, until when, and where to revoke it', async () => {
    const { token } = await make({ name: 'Night <b>job</b>', scope: 'write' })
    const [letter] = accounts.mailbox.to(email).filter(({ subject }) => subject.includes('access token'))
    expect(letter?.subject).toMatch(/^New access token for your account at /)
    expect(letter?.text).toContain('“Night <b>job</b>”: Read and write.')
    expect(letter?.html).not.toContain('<b>job')
    expect(letter?.link).toMatch(/\/settings\/security#access-tokens$/)
    expect(JSON.stringify(letter)).not.toContain(token)
  })

  test.each([
    ['no name', { name: ' \n', scope: 'read', days: 30 }],
    ['a long name', { name: 'x'.repeat(61), scope: 'read', days: 30 }],
    ['no scope', { name: 'Reader', days: 30 }],
    ['a scope that there is not', { name: 'Reader', scope: 'admin', days: 30 }],
    ['no end', { name: 'Reader', scope: 'read' }],
    ['an end more than a year ahead', { name: 'Reader', scope: 'read', days: 366 }],
    ['an end of its own', { name: 'Reader', scope: 'read', days: 8 }],
  ])('with %s is refused', async (_, input) => {
    const context = await contextOf()
    await expect(call(accessTokensProcedures.create, input as never, { context })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    expect(await list()).toEqual([])
  })

  test('wants a fresh proof; revoking wants none', async () => {
    const { id: tokenId } = await make()
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`.execute(
      accounts.db,
    )
    await expect(make()).rejects.toMatchObject({ code: 'PROOF_REQUIRED', status: 403 })
    await call(accessTokensProcedures.remove, { id: tokenId }, { context: await contextOf() })
    expect(await list()).toEqual([])
  })

  test('goes to twenty and no further, however many are made at once; what has ended does not count', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 25 }, () => make()))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'CONFLICT' })
    await sql`update access_tokens set created_at = now() - interval '8 days', expires_at = now() - interval '1 day'
      where id = (select id from access_tokens where member_id = ${id} limit 1)`.execute(accounts.db)
    await make()
    await expect(make()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('to moderate is for moderators and admins, also while their roles rest', async () => {
    await expect(make({ scope: 'moderate' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await give('editor')
    await expect(make({ scope: 'moderate' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await give('moderator')
    expect(await make({ scope: 'moderate' })).toMatchObject({ scope: 'moderate' })
    const context = await contextOf()
    const viewer = context.viewer && { ...context.viewer, roles: [], resting_roles: context.viewer.roles }
    const { can } = await call(accessTokensProcedures.list, undefined, { context: { ...context, viewer } })
    expect(can.create).toEqual(['read', 'write', 'moderate'])
  })

  test('the database refuses what lives longer than a year, and a second of the same token', async () => {
    const { token } = await make()
    const insert = (hash: string, days: number) =>
      sql`insert into access_tokens (member_id, name, scope, token_hash, expires_at)
        values (${id}, 'By hand', 'read', ${hash}, now() + make_interval(hours => ${days * 24}))`.execute(
        accounts.db,
      )
    await expect(insert(hashOf('another'), 366)).rejects.toThrow('access_tokens_expires_at_check')
    await expect(insert(hashOf(token), 7)).rejects.toThrow('access_tokens_token_hash_key')
    await expect(insert(token, 7)).rejects.toThrow('access_tokens_token_hash_check')
  })
})

describe('the list', () => {
  test('names the latest first, what has ended for 30 days, and those of nobody else', async () => {
    const first = await make({ name: 'First' })
    const second = await make({ name: 'Second' })
    expect((await list()).map(({ name }) => name)).toEqual(['Second', 'First'])
    const endDaysAgo = (days: number) =>
      sql`update access_tokens set created_at = now() - interval '60 days',
        expires_at = now() - make_interval(days => ${days}) where id = ${first.id}`.execute(accounts.db)
    await endDaysAgo(29)
    await sweepAccessTokens(accounts.db)
    expect((await list()).map(({ name }) => name)).toEqual(['Second', 'First'])
    await endDaysAgo(31)
    expect((await list()).map(({ name }) => name)).toEqual(['Second'])
    await sweepAccessTokens(accounts.db)
    const { rows } = await sql`select id from access_tokens where member_id = ${id}`.execute(accounts.db)
    expect(rows).toEqual([{ id: second.id }])
    const stranger = accounts.asContext(accounts.people.other)
    expect((await call(accessTokensProcedures.list, undefined, { context: stranger })).items).toEqual([])
  })

  test('is emptied at once, of one’s own alone', async () => {
    await make()
    await make()
    const stranger = { context: accounts.asContext(accounts.people.other) }
    await call(accessTokensProcedures.create, { name: 'Theirs', scope: 'read', days: 7 }, stranger)
    const revoked = await call(accessTokensProcedures.removeAll, undefined, { context: await contextOf() })
    expect(revoked).toEqual({ revoked: 2 })
    expect(await list()).toEqual([])
    expect((await call(accessTokensProcedures.list, undefined, stranger)).items).toHaveLength(1)
  })

  test('one of somebody else is not there to be revoked', async () => {
    const { id: tokenId } = await make()
    const stranger = { context: accounts.asContext(accounts.people.other) }
    await expect(call(accessTokensProcedures.remove, { id: tokenId }, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await list()).toHaveLength(1)
  })
})

describe('what happens to the account', () => {
  const left = async () => (await list()).length

  test('a new password, and signing out everywhere, leave them', async () => {
    await make()
    const input = { current_password: PASSWORD, new_password: 'a wholly other sentence' }
    await call(securityProcedures.changePassword, input, { context: await contextOf() })
    await call(securityProcedures.endOtherSessions, undefined, { context: await contextOf() })
    await sweepAccounts(accounts.db)
    expect(await left()).toBe(1)
  })

  test('"This wasn’t me" ends them: whoever signed in may have made some', async () => {
    await make()
    await accounts.post(
      'sign-in/email',
      { email, password: PASSWORD },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    )
    const notice = accounts.mailbox.to(email).find(({ subject }) => subject.startsWith('New sign-in'))
    const body = new URL(notice?.link ?? 'nowhere:').searchParams
    const pressed = await accounts.app.request('/auth/link', { method: 'POST', body })
    expect(pressed.status).toBe(303)
    const { rows } = await sql`select id from access_tokens where member_id = ${id}`.execute(accounts.db)
    expect(rows).toEqual([])
  })
})
