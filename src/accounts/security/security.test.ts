import { createOTP } from '@better-auth/utils/otp'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { createMember } from '../members.server.ts'
import { usersProcedures } from '../roles/procedures.server.ts'
import { secondFactorProcedures } from '../second-factor/procedures.server.ts'
import { decrypt } from '../second-factor/secret.server.ts'
import { authenticate } from '../session/session.server.ts'
import { sweepAccounts } from '../sql.server.ts'
import { parseEndedAccess } from './links.ts'
import { securityProcedures } from './procedures.server.ts'
import { reportUnknownSignIn } from './sign-in-notice-sql.server.ts'

let accounts: Accounts
let count = 0
let email: string
let id: string
/** Session cookie of the acting browser. */
let cookie: string

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW_PASSWORD = 'a wholly other sentence'

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

async function contextOf(from = cookie) {
  const { viewer, session } = await authenticate(accounts.services, new Headers({ cookie: from }))
  return { ...accounts.services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}

const isAlive = async (of: string) => (await accounts.whoIs({ cookie: of })) !== null
const signInWith = async (password: string) => (await accounts.signIn(email, password)).status
const lastLink = (to: string) => new URL(accounts.mailbox.to(to).at(-1)?.link ?? 'nowhere:')

/** Submits the form of a mailed link. Returns the redirect location. */
async function press({ searchParams }: URL) {
  const response = await accounts.app.request('/auth/link', { method: 'POST', body: searchParams })
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}

describe('sessions', () => {
  test('are listed with browser, system and address, this one first; those of others are not', async () => {
    const body = JSON.stringify({ email, password: PASSWORD })
    await accounts.post('sign-in/email', body, { 'user-agent': FIREFOX, 'x-test-address': '192.0.2.7' })
    const { items } = await call(securityProcedures.listSessions, undefined, { context: await contextOf() })
    expect(items.map(({ is_current }) => is_current)).toEqual([true, false])
    expect(items[1]).toMatchObject({ browser: 'Firefox 140', system: 'Linux', address: '192.0.2.7' })
    expect(JSON.stringify(items)).not.toContain('token')
  })

  test('end one by one, or all the others at once', async () => {
    const [second, third] = [await accounts.signIn(email), await accounts.signIn(email)]
    const { session } = await contextOf(second.cookie)
    await call(securityProcedures.endSession, { id: session?.id ?? '' }, { context: await contextOf() })
    expect(await isAlive(second.cookie)).toBe(false)
    expect(await isAlive(third.cookie)).toBe(true)
    expect(
      await call(securityProcedures.endOtherSessions, undefined, { context: await contextOf() }),
    ).toEqual({
      ended: 1,
    })
    expect(await isAlive(third.cookie)).toBe(false)
    expect(await isAlive(cookie)).toBe(true)
  })

  test('say when they were last used, and forget the network address after 30 days', async () => {
    await sql`update sessions set used_at = now() - interval '1 hour', created_at = created_at - interval '31 days'
      where user_id = ${id}`.execute(accounts.db)
    await contextOf()
    await sweepAccounts(accounts.db)
    const { items } = await call(securityProcedures.listSessions, undefined, { context: await contextOf() })
    expect(Date.parse(items[0]?.used_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    expect(items[0]?.address).toBeNull()
  })
})

describe('the password', () => {
  const change = async (input: { current_password: string; new_password: string }) =>
    call(securityProcedures.changePassword, input, { context: await contextOf() })

  test('is changed; other sessions end, this one stays, and a mail says so', async () => {
    const other = await accounts.signIn(email)
    await change({ current_password: PASSWORD, new_password: NEW_PASSWORD })
    expect(await isAlive(other.cookie)).toBe(false)
    expect(await isAlive(cookie)).toBe(true)
    expect(await signInWith(PASSWORD)).toBe(401)
    expect(await signInWith(NEW_PASSWORD)).toBe(200)
    expect(accounts.mailbox.to(email).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^Your password .* was changed$/),
    )
  })

  test.each([
    ['short one', 'at least 10'],
    ['Qwertyuiop', 'too common'],
    ['aaaaaaaaaaaa', 'too common'],
    ['OWNER@example.org', 'isn’t your username'],
    ['own-er@example.org', 'isn’t your username'],
  ])('is not %s', async (typed, said) => {
    const new_password = typed.toLowerCase().includes('own')
      ? typed.replace(/own-?er/i, `own-er${count}`)
      : typed
    await expect(change({ current_password: PASSWORD, new_password })).rejects.toThrow(said)
    expect(await signInWith(PASSWORD)).toBe(200)
  })

  test('stays with a wrong one of now, and is changed once by two who know it', async () => {
    await expect(change({ current_password: 'a guess', new_password: NEW_PASSWORD })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
    })
    const both = ['the first of the two', 'the second of the two'].map((new_password) =>
      change({ current_password: PASSWORD, new_password }),
    )
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status)
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is refused at sign-up and reset by the same rule', async () => {
    const signUp = { email: 'common@example.org', username: 'common_one', password: 'qwertyuiop' }
    expect(await accounts.post('sign-up/email', signUp)).toMatchObject({
      status: 400,
      body: { data: { field: 'password' } },
    })
    await accounts.post('request-password-reset', { email })
    const token = accounts.mailbox.tokenFor(email)
    expect(await accounts.post('reset-password', { token, newPassword: email })).toMatchObject({
      status: 400,
      body: { data: { field: 'newPassword' } },
    })
    expect(await accounts.post('reset-password', { token, newPassword: NEW_PASSWORD })).toMatchObject({
      status: 200,
    })
  })
})

test('a proof lasts ten minutes: then the password is asked for again', async () => {
  await accounts.db.insertInto('user_roles').values({ user_id: id, role: 'editor' }).execute()
  const { id: other } = await accounts.buildMember()
  const assign = async () =>
    call(usersProcedures.assignModerator, { id: other }, { context: await contextOf() })
  expect(await assign(), 'signing in is one').toMatchObject({ roles: ['moderator'] })
  await sql`update sessions set proved_at = now() - interval '601 seconds' where user_id = ${id}`.execute(
    accounts.db,
  )
  await expect(assign()).rejects.toMatchObject({ code: 'PROOF_REQUIRED', status: 403 })
  const prove = async (password: string) =>
    call(securityProcedures.prove, { password }, { context: await contextOf() })
  await expect(prove('a guess')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
  await expect(assign()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
  await prove(PASSWORD)
  expect(await assign()).toMatchObject({ roles: ['moderator'] })
})

describe('the address', () => {
  const ask = async (address: string) =>
    call(securityProcedures.changeEmail, { email: address }, { context: await contextOf() })
  const current = async () => call(securityProcedures.readEmail, undefined, { context: await contextOf() })

  test('changes once the link of the new one is opened; until then one signs in with the old one', async () => {
    const wanted = `new.${email}`
    expect(await ask(wanted)).toEqual({ email, pending: wanted })
    expect(await signInWith(PASSWORD)).toBe(200)
    expect(accounts.mailbox.to(email).at(-1)?.text).toContain(wanted)
    const link = lastLink(wanted)
    expect(link.pathname).toBe('/auth/link')
    expect(await press(link)).toBe('/auth/link?done=confirmed')
    expect(await press(link), 'opened again').toBe('/auth/link?done=confirmed')
    expect(await current()).toEqual({ email: wanted, pending: null })
    expect((await accounts.signIn(wanted)).status).toBe(200)
    expect(await signInWith(PASSWORD)).toBe(401)
  })

  test.each([
    ['before', false],
    ['after', true],
  ])('goes back by the link in the old mailbox, %s it was confirmed', async (_when, confirmed) => {
    const wanted = `thief.${email}`
    await ask(wanted)
    const stop = accounts.mailbox.to(email).findLast(({ link }) => link?.includes('?stop='))?.link ?? ''
    if (confirmed) await press(lastLink(wanted))
    expect(await press(new URL(stop))).toMatch(/^\/auth\/reset\?token=/)
    expect(await isAlive(cookie)).toBe(false)
    expect(await signInWith(PASSWORD), 'whoever it was knows the password').toBe(401)
    expect(await press(lastLink(wanted))).toBe('/auth/link?done=expired')
    expect(await press(new URL(stop)), 'once').toBe('/auth/link?done=expired')
    const row = await accounts.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
    expect(row?.email).toBe(email)
  })

  test('of another account is answered like any, and only its mailbox hears of it', async () => {
    const taken = `taken${count}@example.org`
    await createMember(accounts.db, { email: taken, username: `taken${count}`, password: PASSWORD })
    expect(await ask(taken)).toEqual({ email, pending: taken })
    expect(lastLink(taken).pathname).toBe('/auth')
    expect(await current()).toMatchObject({ email })
  })

  test('taken by a member meanwhile stays theirs; one that nobody verified is given', async () => {
    const wanted = `wanted${count}@example.org`
    await ask(wanted)
    const link = lastLink(wanted)
    const rival = await createMember(accounts.db, { email: wanted, username: `rival${count}` })
    expect(await press(link)).toBe('/auth/link?done=taken')
    await sql`update users set email_verified = false where id = ${rival.id}`.execute(accounts.db)
    expect(await press(link)).toBe('/auth/link?done=confirmed')
  })

  test('of the link before the latest, a day old, made up, or of another kind: nothing changes', async () => {
    const [first, second] = [`first.${email}`, `second.${email}`]
    await ask(first)
    const link = lastLink(first)
    await ask(second)
    expect(await press(link)).toBe('/auth/link?done=expired')
    const other = new URL(lastLink(second))
    other.search = `?stop=${other.searchParams.get('confirm')}`
    expect(await press(other)).toBe('/auth/link?done=expired')
    expect(await press(new URL('http://x/auth/link?confirm=nonsense'))).toBe('/auth/link?done=expired')
    await sql`update email_changes set created_at = now() - interval '25 hours' where user_id = ${id}`.execute(
      accounts.db,
    )
    expect(await press(lastLink(second))).toBe('/auth/link?done=expired')
    expect(await current()).toEqual({ email, pending: null })
  })
})

describe('a sign-in', () => {
  const notices = () => accounts.mailbox.to(email).filter(({ subject }) => subject.startsWith('New sign-in'))
  const signInFrom = async (headers: Record<string, string>) =>
    accounts.post('sign-in/email', { email, password: PASSWORD }, { 'user-agent': FIREFOX, ...headers })

  test('with a browser never seen is mailed, the first one and a known one are not', async () => {
    expect(notices()).toHaveLength(0)
    const { headers } = await signInFrom({ 'x-test-address': '192.0.2.9' })
    expect(notices()).toHaveLength(1)
    expect(notices()[0]?.text).toContain('Firefox 140 on Linux, from network address 192.0.2.9')
    const device = headers.getSetCookie().find((set) => set.startsWith('threshold.device=')) ?? ''
    await signInFrom({ cookie: device.split(';')[0] ?? '', 'x-test-address': '192.0.2.10' })
    expect(notices()).toHaveLength(1)
  })

  test('that was somebody else ends, with all others, and leads to a new password', async () => {
    const thief = (await signInFrom({})).headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await isAlive(thief)).toBe(true)
    const link = new URL(notices()[0]?.link ?? 'nowhere:')
    const target = await press(link)
    expect(await isAlive(thief)).toBe(false)
    expect(await signInWith(PASSWORD)).toBe(401)
    const token = new URLSearchParams(target.split('?')[1]).get('token')
    expect(await accounts.post('reset-password', { token, newPassword: NEW_PASSWORD })).toMatchObject({
      status: 200,
    })
    expect(await signInWith(NEW_PASSWORD)).toBe(200)
    expect(await press(link), 'once').toBe('/auth/link?done=expired')
    expect(await signInWith(NEW_PASSWORD)).toBe(200)
  })

  describe('that was somebody else, who stayed', () => {
    const disown = async () => {
      const target = await press(new URL(notices()[0]?.link ?? 'nowhere:'))
      const { token, ended = '' } = Object.fromEntries(new URLSearchParams(target.split('?')[1]))
      const newPassword = NEW_PASSWORD
      expect(await accounts.post('reset-password', { token, newPassword })).toMatchObject({ status: 200 })
      return Object.fromEntries(parseEndedAccess(ended))
    }
    const intrude = async () => (await signInFrom({})).headers.get('set-cookie')?.split(';')[0] ?? ''
    const rowsOf = async (table: 'passkeys' | 'two_factors') =>
      (await accounts.db.selectFrom(table).select('id').where('user_id', '=', id).execute()).length

    test('the authenticator app that they added goes, however often they came', async () => {
      const thief = await intrude()
      await switchOnSecondFactor(thief)
      expect((await accounts.signIn(email)).body).toEqual({ status: true, second_factor: 'totp' })
      expect(await disown()).toEqual({ sessions: 1, 'second-factor': 1 })
      const owner = await accounts.signIn(email, NEW_PASSWORD)
      expect(owner.body).toEqual({ status: true })
      expect(await isAlive(owner.cookie)).toBe(true)
    })

    test('by the mail about a later sign-in as well', async () => {
      await switchOnSecondFactor(await intrude())
      await sql`update two_factors set created_at = now() - interval '1 hour' where user_id = ${id}`.execute(
        accounts.db,
      )
      await sql`update verifications set created_at = now() - interval '2 hours' where value like ${`%${id}`}`.execute(
        accounts.db,
      )
      await sql`insert into verifications (identifier, value, expires_at)
        values ('sign-in-notice', ${`${id} ${id}`}, now() + interval '7 days')`.execute(accounts.db)
      const { rows } = await sql<{ id: string }>`
        select id from verifications where value = ${`${id} ${id}`}`.execute(accounts.db)
      expect(await reportUnknownSignIn(accounts.db, rows[0]?.id ?? '')).toMatchObject({
        ended: { 'second-factor': 1 },
      })
    })

    test('the app that the owner had before stays: a mailbox alone does not get past it', async () => {
      await sql`insert into two_factors (user_id, secret, backup_codes, verified, created_at)
        values (${id}, '', '', true, now() - interval '1 day')`.execute(accounts.db)
      await intrude()
      expect(await disown()).toEqual({ sessions: 2 })
      expect(await rowsOf('two_factors')).toBe(1)
    })

    test('a passkey, a connected account, a token and a change of address go', async () => {
      const thief = await intrude()
      await sql`insert into passkeys (user_id, credential_id, public_key, is_syncable, is_synced, name)
        values (${id}, ${Buffer.from(id)}, '', false, false, 'Theirs')`.execute(accounts.db)
      await sql`insert into accounts (user_id, provider_id, account_id)
        values (${id}, 'https://elsewhere.example', ${id})`.execute(accounts.db)
      await sql`insert into access_tokens (member_id, name, scope, token_hash, expires_at)
        values (${id}, 'Theirs', 'write', encode(sha256(${id}::bytea), 'hex'), now() + interval '1 day')`.execute(
        accounts.db,
      )
      const address = `thief.${email}`
      await call(securityProcedures.changeEmail, { email: address }, { context: await contextOf(thief) })
      const confirm = lastLink(address)
      await press(confirm)
      expect(await disown()).toEqual({ sessions: 2, passkeys: 1, providers: 1, tokens: 1, 'email-change': 1 })
      expect(await rowsOf('passkeys')).toBe(0)
      expect((await accounts.signIn(email, NEW_PASSWORD)).status).toBe(200)
      expect((await accounts.signIn(address, NEW_PASSWORD)).status).toBe(401)
      expect(await press(confirm)).toBe('/auth/link?done=expired')
    })

    test('their change of address that waits for its link comes to nothing', async () => {
      const address = `waiting.${email}`
      await call(
        securityProcedures.changeEmail,
        { email: address },
        { context: await contextOf(await intrude()) },
      )
      expect(await disown()).toEqual({ sessions: 2, 'email-change': 1 })
      expect(await press(lastLink(address))).toBe('/auth/link?done=expired')
    })
  })

  async function switchOnSecondFactor(from: string) {
    const context = await contextOf(from)
    await call(secondFactorProcedures.beginSecondFactor, undefined, { context })
    const row = await accounts.db
      .selectFrom('two_factors')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const otp = createOTP(await decrypt(accounts.services.config, row.secret))
    await call(secondFactorProcedures.confirmSecondFactor, { code: await otp.totp() }, { context })
  }
})

describe('a password that is reset', () => {
  const standing = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from passkeys where user_id = ${id})::int
        + (select count(*) from accounts where user_id = ${id} and provider_id <> 'credential')::int as n`.execute(
      accounts.db,
    )
    return rows[0]?.n
  }

  test.each([
    [false, 2],
    [true, 0],
  ])('ends passkeys and connected accounts if its owner wants that: %s', async (endAccess, left) => {
    await sql`insert into passkeys (user_id, credential_id, public_key, is_syncable, is_synced, name)
      values (${id}, ${Buffer.from(`own ${id}`)}, '', false, false, 'Mine')`.execute(accounts.db)
    await sql`insert into accounts (user_id, provider_id, account_id)
      values (${id}, 'https://work.example', ${id})`.execute(accounts.db)
    await accounts.post('request-password-reset', { email })
    const token = accounts.mailbox.tokenFor(email)
    expect(
      await accounts.post('reset-password', { token, newPassword: NEW_PASSWORD, endAccess }),
    ).toMatchObject({ status: 200 })
    expect(await standing()).toBe(left)
    expect(await signInWith(NEW_PASSWORD)).toBe(200)
  })
})
