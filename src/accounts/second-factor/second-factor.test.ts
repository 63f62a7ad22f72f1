import { createOTP } from '@better-auth/utils/otp'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'
import { grantRole } from '../roles/by-username.server.ts'
import { usersProcedures } from '../roles/procedures.server.ts'
import { securityProcedures } from '../security/procedures.server.ts'
import { authenticate } from '../session/session.server.ts'
import { secondFactorProcedures } from './procedures.server.ts'
import { resetSecondFactor } from './reset.server.ts'
import { decrypt } from './secret.server.ts'

let accounts: Accounts
let count = 0
let email: string
let username: string
let id: string
let cookie: string

beforeAll(async () => {
  accounts = await makeAccounts()
})
afterAll(() => accounts.close())
beforeEach(async () => {
  username = `twice${++count}`
  email = `${username}@example.org`
  id = (await createMember(accounts.db, { email, username, password: PASSWORD })).id
  cookie = (await accounts.signIn(email)).cookie
})

async function contextOf(from = cookie, services = accounts.services) {
  const { viewer, session } = await authenticate(services, new Headers({ cookie: from }))
  return { ...services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}

/** Returns the authenticator app's code for the current 30-second step, or for `steps` later. */
async function codeOf(steps = 0) {
  const { secret } = await accounts.db
    .selectFrom('two_factors')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  const otp = createOTP(await decrypt(accounts.services.config, secret))
  return otp.hotp(Math.floor(Date.now() / 30_000) + steps)
}

/** Returns a code that is wrong in the current and both adjacent steps. */
async function wrongCode() {
  const code = String((Number(await codeOf()) + 499_979) % 1_000_000).padStart(6, '0')
  return [await codeOf(-1), await codeOf(1)].includes(code) ? '000000' : code
}

async function switchOn() {
  await call(secondFactorProcedures.beginSecondFactor, undefined, { context: await contextOf() })
  const input = { code: await codeOf() }
  const { recovery_codes } = await call(secondFactorProcedures.confirmSecondFactor, input, {
    context: await contextOf(),
  })
  // Frees the current code, so that tests can use it again.
  await sql`update two_factors set used_step = null where user_id = ${id}`.execute(accounts.db)
  return recovery_codes
}

const read = async () =>
  call(secondFactorProcedures.readSecondFactor, undefined, { context: await contextOf() })
const sessionCount = async () => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from sessions where user_id = ${id}`.execute(accounts.db)
  return rows[0]?.n
}
const subjects = () => accounts.mailbox.to(email).map(({ subject }) => subject)
const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((each) => each.split(';')[0] ?? '')
const sessionCookies = (answer: { headers: Headers }) =>
  cookiesOf(answer).filter((each) => each.includes('session_token') || each.includes('device'))
/** Signs in with the password. Returns the cookies of the code challenge. */
const challenge = async () => cookiesOf(await accounts.signIn(email)).join('; ')
const giveCode = (code: string, from: string) =>
  accounts.post('two-factor/verify-totp', { code }, { cookie: from })
const giveRecoveryCode = (code: string, from: string) =>
  accounts.post('two-factor/verify-backup-code', { code }, { cookie: from })

describe('switching it on', () => {
  test('takes a secret, a code of it, and shows ten recovery codes; other sessions end, a mail says so', async () => {
    const other = await accounts.signIn(email)
    const begun = await call(secondFactorProcedures.beginSecondFactor, undefined, {
      context: await contextOf(),
    })
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\//)
    expect(begun.secret).toMatch(/^[A-Z2-7]{40,}$/)
    expect((await accounts.signIn(email)).body).toEqual({ status: true })
    expect(await read()).toMatchObject({ enabled: false })
    const wrong = { code: await wrongCode() }
    await expect(
      call(secondFactorProcedures.confirmSecondFactor, wrong, { context: await contextOf() }),
    ).rejects.toMatchObject({ code: 'WRONG_CODE' })
    const code = await codeOf()
    const spaced = { code: `${code.slice(0, 3)} ${code.slice(3)}` }
    const { recovery_codes } = await call(secondFactorProcedures.confirmSecondFactor, spaced, {
      context: await contextOf(),
    })
    expect(new Set(recovery_codes).size).toBe(10)
    expect(await read()).toMatchObject({ enabled: true, recovery_codes_left: 10, required: false })
    expect(await accounts.whoIs({ cookie: other.cookie })).toBeNull()
    expect(await accounts.whoIs({ cookie })).toBe(username)
    await accounts.services.background.settled()
    expect(subjects()).toContainEqual(expect.stringContaining('Second factor turned on'))
    const row = await accounts.db.selectFrom('two_factors').selectAll().where('user_id', '=', id).execute()
    expect(JSON.stringify(row)).not.toContain(begun.secret)
    for (const each of recovery_codes) expect(JSON.stringify(row)).not.toContain(each)
    await expect(
      call(secondFactorProcedures.beginSecondFactor, undefined, { context: await contextOf() }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('wants a fresh proof, and so do new recovery codes and switching it off', async () => {
    await sql`update sessions set proved_at = now() - interval '11 minutes' where user_id = ${id}`.execute(
      accounts.db,
    )
    const context = await contextOf()
    const refused = { code: 'PROOF_REQUIRED' }
    await expect(
      call(secondFactorProcedures.beginSecondFactor, undefined, { context }),
    ).rejects.toMatchObject(refused)
    await expect(
      call(secondFactorProcedures.renewRecoveryCodes, undefined, { context }),
    ).rejects.toMatchObject(refused)
    await expect(call(secondFactorProcedures.endSecondFactor, undefined, { context })).rejects.toMatchObject(
      refused,
    )
    await expect(
      call(secondFactorProcedures.confirmSecondFactor, { code: '123456' }, { context }),
    ).rejects.toMatchObject(refused)
  })
})

describe('signing in', () => {
  test('with the password alone opens nothing: no cookie, no bearer token, no row of a session', async () => {
    await switchOn()
    const before = await sessionCount()
    const inBrowser = await accounts.signIn(email)
    expect(inBrowser.body).toEqual({ status: true, second_factor: 'totp' })
    expect(sessionCookies(inBrowser)).toEqual([])
    expect(await accounts.whoIs({ cookie: cookiesOf(inBrowser).join('; ') })).toBeNull()
    const response = await accounts.app.request('/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    expect(await response.json()).toEqual({ status: true, second_factor: 'totp' })
    expect(response.headers.get('set-auth-token')).toBeNull()
    expect(sessionCookies(response)).toEqual([])
    const [, signed = ''] = cookiesOf(response)[0]?.split('=') ?? []
    expect(await accounts.whoIs({ authorization: `Bearer ${signed}` })).toBeNull()
    expect(await sessionCount()).toBe(before)
    expect(subjects()).not.toContainEqual(expect.stringContaining('New sign-in'))
  })

  test('by a link that resets the password, by one that verifies, or by signing up again opens nothing', async () => {
    await switchOn()
    await sql`delete from sessions where user_id = ${id}`.execute(accounts.db)
    await accounts.post('request-password-reset', { email })
    const link = new URL(accounts.mailbox.to(email).at(-1)?.link ?? '')
    const newPassword = 'a wholly other sentence'
    const reset = await accounts.post('reset-password', {
      token: link.searchParams.get('token'),
      newPassword,
    })
    expect(reset.status).toBe(200)
    expect(sessionCookies(reset)).toEqual([])
    expect((await accounts.signIn(email, newPassword)).body).toEqual({ status: true, second_factor: 'totp' })
    await accounts.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
    await accounts.post('send-verification-email', { email })
    const verified = await accounts.verify(email)
    expect(verified.status).toBe(200)
    expect(sessionCookies(verified)).toEqual([])
    expect(sessionCookies(await accounts.signUp({ email, username }))).toEqual([])
    expect(await sessionCount()).toBe(0)
  })

  test('takes a code once, in a browser and for programs', async () => {
    await switchOn()
    const first = await challenge()
    const wrong = await giveCode(await wrongCode(), first)
    expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_CODE'])
    const code = await codeOf()
    const right = await giveCode(code, first)
    expect([right.status, right.body]).toEqual([200, { status: true }])
    expect(await accounts.whoIs({ cookie: cookiesOf(right).join('; ') })).toBe(username)
    // Neither the same challenge nor the same code works again.
    expect((await giveCode(await codeOf(1), first)).body.code).toBe('CHALLENGE_OVER')
    const again = await giveCode(code, await challenge())
    expect([again.status, again.body.code]).toEqual([401, 'CHALLENGE_OVER'])
    expect(sessionCookies(again)).toEqual([])
    const response = await accounts.app.request('/api/auth/two-factor/verify-totp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: await challenge() },
      body: JSON.stringify({ code: await codeOf(1) }),
    })
    const { token } = await response.json()
    expect(await accounts.whoIs({ authorization: `Bearer ${token}` })).toBe(username)
  })

  test('takes no code that is older than the last one, nor two in turn', async () => {
    await switchOn()
    const give = async (code: string) => (await giveCode(code, await challenge())).status
    const [former, now, next] = [await codeOf(-1), await codeOf(), await codeOf(1)]
    expect(await give(now)).toBe(200)
    expect([await give(former), await give(now)]).toEqual([401, 401])
    expect(await give(next)).toBe(200)
    expect([await give(former), await give(now), await give(next)]).toEqual([401, 401, 401])
    const prove = async () => call(securityProcedures.prove, { code: now }, { context: await contextOf() })
    await expect(prove()).rejects.toMatchObject({ code: 'WRONG_CODE' })
  })

  test('takes one code once of twenty who send it at once, and none of them counts as a guess', async () => {
    const [recovery = ''] = await switchOn()
    for (const [code, give] of [
      [await codeOf(), giveCode],
      [recovery, giveRecoveryCode],
    ] as const) {
      const challenges = []
      for (let n = 0; n < 20; n++) challenges.push(await challenge())
      const answers = await Promise.all(challenges.map((from) => give(code, from)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
    const { rows } = await sql`
      select failed_verification_count as failed, locked_until from two_factors where user_id = ${id}`.execute(
      accounts.db,
    )
    expect(rows).toEqual([{ failed: 0, locked_until: null }])
    expect((await giveCode(await codeOf(1), await challenge())).status).toBe(200)
  })

  test('with a code alone, or the session of somebody else, opens nothing', async () => {
    await switchOn()
    const code = await codeOf()
    expect((await giveCode(code, '')).status).toBe(401)
    expect((await giveCode(code, cookie)).body.code).toBe('CHALLENGE_OVER')
  })

  test('remembers that the session shall end with the browser', async () => {
    await switchOn()
    const begun = await accounts.post('sign-in/email', { email, password: PASSWORD, rememberMe: false })
    await giveCode(await codeOf(), cookiesOf(begun).join('; '))
    const { rows } =
      await sql`select remembered from sessions where user_id = ${id} order by created_at desc limit 1`.execute(
        accounts.db,
      )
    expect(rows).toEqual([{ remembered: false }])
  })

  test('takes each recovery code once, however it is typed; a mail says so', async () => {
    const [one = '', two = ''] = await switchOn()
    const typed = one.toUpperCase().replace('-', ' ')
    expect((await giveRecoveryCode(typed, await challenge())).status).toBe(200)
    expect((await giveRecoveryCode(one, await challenge())).body.code).toBe('WRONG_CODE')
    expect(await read()).toMatchObject({ recovery_codes_left: 9 })
    expect(subjects()).toContainEqual(expect.stringContaining('Recovery code used'))
    const [first, second] = [await challenge(), await challenge()]
    const both = await Promise.all([giveRecoveryCode(two, first), giveRecoveryCode(two, second)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('waits after ten wrong codes, for the right one as well, and says how long', async () => {
    await switchOn()
    for (let round = 0; round < 2; round++) {
      const from = await challenge()
      for (let guess = 0; guess < 5; guess++) await giveCode(await wrongCode(), from)
    }
    const locked = await giveCode(await codeOf(), await challenge())
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900'])
    expect(locked.body.message).toBe('Too many incorrect codes. Try again in 15 minutes.')
    await sql`update two_factors set locked_until = now() - interval '1 second' where user_id = ${id}`.execute(
      accounts.db,
    )
    expect((await giveCode(await codeOf(), await challenge())).status).toBe(200)
  })

  test('offers nothing else of the plug-in', async () => {
    await switchOn()
    for (const path of [
      'enable',
      'disable',
      'get-totp-uri',
      'generate-backup-codes',
      'send-otp',
      'verify-otp',
    ])
      expect((await accounts.post(`two-factor/${path}`, { password: PASSWORD }, { cookie })).status).toBe(404)
  })
})

describe('with one', () => {
  test('a code is a fresh proof, once', async () => {
    await switchOn()
    const code = await codeOf()
    await expect(
      call(securityProcedures.prove, { code: await wrongCode() }, { context: await contextOf() }),
    ).rejects.toMatchObject({ code: 'WRONG_CODE' })
    await call(securityProcedures.prove, { code }, { context: await contextOf() })
    await expect(
      call(securityProcedures.prove, { code }, { context: await contextOf() }),
    ).rejects.toMatchObject({
      code: 'WRONG_CODE',
    })
  })

  test('new recovery codes replace those of before', async () => {
    const [former = ''] = await switchOn()
    const { recovery_codes } = await call(secondFactorProcedures.renewRecoveryCodes, undefined, {
      context: await contextOf(),
    })
    expect((await giveRecoveryCode(former, await challenge())).status).toBe(401)
    expect((await giveRecoveryCode(recovery_codes[0] ?? '', await challenge())).status).toBe(200)
  })

  test('it is switched off, and a password signs in again; a mail says so', async () => {
    await switchOn()
    await call(secondFactorProcedures.endSecondFactor, undefined, { context: await contextOf() })
    expect((await accounts.signIn(email)).body).toEqual({ status: true })
    await accounts.services.background.settled()
    expect(subjects()).toContainEqual(expect.stringContaining('Second factor turned off'))
    await expect(
      call(secondFactorProcedures.endSecondFactor, undefined, { context: await contextOf() }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('who is locked out gets in by the command line, and everybody is signed out', async () => {
    await switchOn()
    expect(await resetSecondFactor(accounts.services, username)).toBe('done')
    expect(await accounts.whoIs({ cookie })).toBeNull()
    expect((await accounts.signIn(email)).body).toEqual({ status: true })
    await accounts.services.background.settled()
    const mail = accounts.mailbox
      .to(email)
      .find(({ subject }) => subject.includes('Second factor turned off'))
    expect(mail?.text).toContain('removed the second factor')
    expect(await resetSecondFactor(accounts.services, username)).toBe('none')
    expect(await resetSecondFactor(accounts.services, 'nobody_here')).toBe('nobody')
  })
})

test('where staff needs one, roles rest without, and act again with it', async () => {
  await grantRole(accounts.db, username, 'editor')
  const config = { ...accounts.services.config, STAFF_SECOND_FACTOR: 'required' as const }
  const strict = { ...accounts.services, config }
  const resting = await contextOf(cookie, strict)
  expect(resting.viewer).toMatchObject({ roles: [], resting_roles: ['editor'] })
  await expect(call(usersProcedures.list, {}, { context: resting })).rejects.toMatchObject({
    code: 'SECOND_FACTOR_REQUIRED',
  })
  expect(await call(secondFactorProcedures.readSecondFactor, undefined, { context: resting })).toMatchObject({
    required: true,
  })
  expect((await contextOf()).viewer?.roles).toEqual(['editor'])
  expect(await read()).toMatchObject({ required: false })
  await switchOn()
  const awake = await contextOf(cookie, strict)
  expect(awake.viewer?.roles).toEqual(['editor'])
  expect(awake.viewer).not.toHaveProperty('resting_roles')
  await call(usersProcedures.list, {}, { context: awake })
  expect(await call(secondFactorProcedures.readSecondFactor, undefined, { context: awake })).toMatchObject({
    enabled: true,
    required: true,
  })
})
