import { createOTP } from '@better-auth/utils/otp'
import { call } from '@orpc/server'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { PasskeyDevice } from '../../../tests/passkey-device.ts'
import { SIGN_IN_RATE_LIMIT } from '../contract.ts'
import { createMember } from '../members.server.ts'
import { openIdProcedures } from '../openid/procedures.server.ts'
import { secondFactorProcedures } from '../second-factor/procedures.server.ts'
import { resetSecondFactor } from '../second-factor/reset.server.ts'
import { decrypt } from '../second-factor/secret.server.ts'
import { endAllAccess } from '../security/end-access.server.ts'
import { securityProcedures } from '../security/procedures.server.ts'
import { authenticate } from '../session/session.server.ts'
import { sweepAccounts } from '../sql.server.ts'
import { PASSKEYS_MAX } from './policy.ts'
import { passkeysProcedures, suggestedName } from './procedures.server.ts'
import { passkeyRoutes } from './routes.server.ts'

const FORUM = 'https://forum.example'
const ISSUER = 'https://id.example'
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let accounts: Accounts
let count = 0
let email: string
let username: string
let id: string
let cookie: string

beforeAll(async () => {
  const provider = { id: 'openid', name: 'Id', issuer: ISSUER, clientId: 'forum', clientSecret: 'secret' }
  accounts = await makeAccounts({ PUBLIC_URL: FORUM, OIDC_PROVIDERS: [provider] })
})
afterAll(() => accounts.close())
beforeEach(async () => {
  username = `keyed${++count}`
  email = `${username}@example.org`
  id = (await createMember(accounts.db, { email, username, password: PASSWORD })).id
  cookie = (await accounts.signIn(email)).cookie
})

async function contextOf(from = cookie, services = accounts.services) {
  const { viewer, session } = await authenticate(services, new Headers({ cookie: from }))
  return { ...services, viewer, session, requestId: 'test', address: '127.0.0.1', userAgent: AGENT }
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await passkeyRoutes(accounts.services).request(`/api/auth/passkey/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': AGENT, ...headers },
    body: JSON.stringify(body),
  })
  const cookies = response.headers.getSetCookie()
  const session = cookies.find((each) => each.includes('session_token'))?.split(';')[0]
  return { status: response.status, headers: response.headers, body: await response.json(), session }
}

async function add(device = new PasskeyDevice(FORUM), from = cookie, services = accounts.services) {
  const { options, ticket } = await call(passkeysProcedures.beginPasskey, undefined, {
    context: await contextOf(from, services),
  })
  const input = { ticket, response: device.create(options) }
  const added = await call(passkeysProcedures.addPasskey, input, { context: await contextOf(from, services) })
  return { device, ...added }
}

const list = async (from = cookie) =>
  (await call(passkeysProcedures.listPasskeys, undefined, { context: await contextOf(from) })).items
const remove = async (passkey: string, from = cookie, services = accounts.services) =>
  call(passkeysProcedures.removePasskey, { id: passkey }, { context: await contextOf(from, services) })
const challenge = async () => (await post('challenge', {})).body

async function signIn(device: PasskeyDevice, quirks: Parameters<PasskeyDevice['get']>[1] = {}) {
  const { options, ticket } = await challenge()
  return post('sign-in', { ticket, response: device.get(options, quirks) })
}

/** Signs in with a passkey. Returns the session cookie. */
async function signedIn(device: PasskeyDevice): Promise<string> {
  const { status, session = '' } = await signIn(device)
  expect(status).toBe(200)
  return session
}

async function prove(device: PasskeyDevice, from = cookie, services = accounts.services) {
  const context = await contextOf(from, services)
  const { options, ticket } = await call(passkeysProcedures.beginProof, undefined, { context })
  return call(securityProcedures.prove, { passkey: { ticket, response: device.get(options) } }, { context })
}

const staleProof = () =>
  sql`update sessions set proved_at = now() - interval '601 seconds' where user_id = ${id}`.execute(
    accounts.db,
  )
const dropPassword = () => accounts.db.deleteFrom('accounts').where('user_id', '=', id).execute()
const subjects = () => accounts.mailbox.to(email).map(({ subject }) => subject)
const sessionCount = async () =>
  (await accounts.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length

describe('a passkey', () => {
  test('is added, listed, named anew and removed; each is told by mail', async () => {
    const { options } = await call(passkeysProcedures.beginPasskey, undefined, { context: await contextOf() })
    expect(options).toMatchObject({
      rp: { id: 'forum.example', name: 'The Threshold' },
      user: { name: email, displayName: username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
      timeout: 300_000,
    })
    const { id: passkey, device } = await add()
    expect(await list()).toEqual([
      {
        id: passkey,
        name: 'Chrome on Linux',
        is_synced: true,
        created_at: expect.any(String),
        used_at: null,
      },
    ])
    expect(subjects().at(-1)).toBe('New passkey added at The Threshold')
    const again = await call(passkeysProcedures.beginPasskey, undefined, { context: await contextOf() })
    expect(again.options.excludeCredentials).toEqual([
      { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal', 'hybrid'] },
    ])

    const context = await contextOf()
    const renamed = await call(
      passkeysProcedures.renamePasskey,
      { id: passkey, name: '  My telephone ' },
      { context },
    )
    expect(renamed.name).toBe('My telephone')
    for (const name of ['', '   ', 'x'.repeat(61)])
      await expect(
        call(passkeysProcedures.renamePasskey, { id: passkey, name }, { context }),
      ).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
    await remove(passkey)
    expect(await list()).toEqual([])
    expect(subjects().at(-1)).toBe('Passkey removed at The Threshold')
    await expect(remove(passkey)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      call(passkeysProcedures.renamePasskey, { id: passkey, name: 'Gone' }, { context }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is its member’s alone', async () => {
    const { id: passkey, device } = await add()
    const other = await createMember(accounts.db, {
      email: `other-${email}`,
      username: `${username}x`,
      password: PASSWORD,
    })
    const from = (await accounts.signIn(`other-${email}`)).cookie
    expect(await list(from)).toEqual([])
    await expect(remove(passkey, from)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // Adding the same passkey again fails, first as another member, then as its owner.
    await expect(add(device, from)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(add(device)).rejects.toMatchObject({ code: 'CONFLICT' })
    // A challenge issued to one member doesn't work for another.
    const { options, ticket } = await call(passkeysProcedures.beginPasskey, undefined, {
      context: await contextOf(),
    })
    const input = { ticket, response: new PasskeyDevice(FORUM).create(options) }
    await expect(
      call(passkeysProcedures.addPasskey, input, { context: await contextOf(from) }),
    ).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    })
    expect(other.id).not.toBe(id)
  })

  test('wants a fresh proof to be added, renamed and removed', async () => {
    const { id: passkey } = await add()
    await staleProof()
    const refused = { status: 403, code: 'PROOF_REQUIRED' }
    await expect(add()).rejects.toMatchObject(refused)
    await expect(remove(passkey)).rejects.toMatchObject(refused)
    await expect(
      call(passkeysProcedures.renamePasskey, { id: passkey, name: 'New' }, { context: await contextOf() }),
    ).rejects.toMatchObject(refused)
  })

  test(`is one of ${PASSKEYS_MAX} at most, also for two that come at once`, async () => {
    const { options, ticket } = await call(passkeysProcedures.beginPasskey, undefined, {
      context: await contextOf(),
    })
    await sql`insert into passkeys (user_id, credential_id, public_key, is_syncable, is_synced, name)
      select ${id}, sha256((${id} || n)::bytea), '\\xa0', false, false, 'Key ' || n
      from generate_series(1, ${PASSKEYS_MAX - 1}) n`.execute(accounts.db)
    const second = await call(passkeysProcedures.beginPasskey, undefined, { context: await contextOf() })
    const both = await Promise.allSettled(
      [{ options, ticket }, second].map(async (begun) => {
        const response = new PasskeyDevice(FORUM).create(begun.options)
        return call(
          passkeysProcedures.addPasskey,
          { ticket: begun.ticket, response },
          { context: await contextOf() },
        )
      }),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(PASSKEYS_MAX)
    await expect(add()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'evil.example' }],
    ['without a look at who presses', { isVerified: false }],
    ['in a frame of others', { crossOrigin: true }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['that signs in', { type: 'webauthn.get' }],
  ])('%s is not added', async (_what, quirks) => {
    const { options, ticket } = await call(passkeysProcedures.beginPasskey, undefined, {
      context: await contextOf(),
    })
    const input = { ticket, response: new PasskeyDevice(FORUM).create(options, quirks) }
    await expect(
      call(passkeysProcedures.addPasskey, input, { context: await contextOf() }),
    ).rejects.toMatchObject({
      status: 403,
      code: 'PASSKEY_REFUSED',
    })
    expect(await list()).toEqual([])
    // The challenge has been used, so even a correct response fails.
    const late = { ticket, response: new PasskeyDevice(FORUM).create(options) }
    await expect(
      call(passkeysProcedures.addPasskey, late, { context: await contextOf() }),
    ).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    })
  })

  test('is called by what keeps it, else by the browser', () => {
    expect(suggestedName('bada5566-a7aa-401f-bd96-45619a55120d', AGENT)).toBe('1Password')
    expect(suggestedName('00000000-0000-0000-0000-000000000000', AGENT)).toBe('Chrome on Linux')
    expect(suggestedName('00000000-0000-0000-0000-000000000000', undefined)).toBe('Passkey')
    expect(suggestedName('', `${'x'.repeat(300)}/1`).length).toBeLessThanOrEqual(60)
  })

  test('goes with the account, and with all else when somebody says that it was not them', async () => {
    const { device } = await add()
    const session = await signedIn(device)
    await endAllAccess(accounts.db, id)
    expect(await accounts.whoIs({ cookie: session })).toBeNull()
    expect((await signIn(device)).status).toBe(401)
  })
})

describe('signing in', () => {
  test('needs no name and no code, is told as any other from a new browser, and is noted', async () => {
    const { device, id: passkey } = await add()
    const { options, ticket } = await challenge()
    expect(options).toMatchObject({ rpId: 'forum.example', userVerification: 'required', timeout: 300_000 })
    expect(options.allowCredentials ?? []).toEqual([])
    const answer = await post('sign-in', { ticket, response: device.get(options) })
    expect([answer.status, answer.body]).toEqual([200, { status: true }])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((each) => each.split('=')[0])).toEqual([
      '__Host-threshold.session_token',
      '__Host-threshold.device',
    ])
    for (const each of cookies) expect(each).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(await accounts.whoIs({ cookie: answer.session ?? '' })).toBe(username)
    expect(subjects().at(-1)).toBe('New sign-in to The Threshold')
    expect(await list()).toMatchObject([{ id: passkey, used_at: expect.any(String) }])
    const { rows } =
      await sql`select passkey_id from sessions where user_id = ${id} order by created_at`.execute(
        accounts.db,
      )
    expect(rows).toEqual([{ passkey_id: null }, { passkey_id: passkey }])
  })

  test('who has a second factor is asked for no code', async () => {
    const { device } = await add()
    await call(secondFactorProcedures.beginSecondFactor, undefined, { context: await contextOf() })
    const { secret } = await accounts.db
      .selectFrom('two_factors')
      .select('secret')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const code = await createOTP(await decrypt(accounts.services.config, secret)).totp()
    await call(secondFactorProcedures.confirmSecondFactor, { code }, { context: await contextOf() })
    expect((await accounts.signIn(email)).body).toMatchObject({ second_factor: 'totp' })
    expect(await accounts.whoIs({ cookie: await signedIn(device) })).toBe(username)
  })

  const refusals: [string, Parameters<PasskeyDevice['get']>[1]][] = [
    ['a wrong signature', { isForged: true }],
    ['another origin', { origin: 'https://evil.example' }],
    ['plain http', { origin: 'http://forum.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody looked at who presses', { isVerified: false }],
    ['a frame of others', { crossOrigin: true }],
    ['the handle of somebody else', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['the answer of a new passkey', { type: 'webauthn.create' }],
  ]
  test.each(refusals)('%s is refused', async (_what, quirks) => {
    const { device } = await add()
    const before = await sessionCount()
    await expectRefused(await signIn(device, quirks))
    expect(await sessionCount()).toBe(before)
    expect((await signIn(device)).status).toBe(200)
  })

  async function expectRefused({ status, body, headers }: Awaited<ReturnType<typeof post>>) {
    expect([status, body]).toEqual([
      401,
      { code: 'PASSKEY_REFUSED', message: expect.stringContaining('wasn’t accepted') },
    ])
    expect(headers.getSetCookie()).toEqual([])
  }

  test('an unknown passkey, a removed one, and that of an account that is gone are refused alike', async () => {
    await expectRefused(await signIn(new PasskeyDevice(FORUM)))
    const removed = await add()
    const { device } = await add()
    await remove(removed.id)
    await expectRefused(await signIn(removed.device))
    await sql`update users set email_verified = false where id = ${id}`.execute(accounts.db)
    await expectRefused(await signIn(device))
    await sql`delete from users where id = ${id}`.execute(accounts.db)
    await expectRefused(await signIn(device))
  })

  test('who is suspended or leaves signs in, as with a password', async () => {
    const { device } = await add()
    await sql`insert into account_deletions (user_id, keep_content) values (${id}, true)`.execute(accounts.db)
    expect(await accounts.whoIs({ cookie: await signedIn(device) })).toBe(username)
    expect(await accounts.whoIs({ cookie: (await accounts.signIn(email)).cookie })).toBe(username)
  })

  test('a challenge is good once, for what it is for, and for five minutes', async () => {
    const { device } = await add()
    const { options, ticket } = await challenge()
    const input = { ticket, response: device.get(options) }
    const both = await Promise.all([post('sign-in', input), post('sign-in', input)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    await expectRefused(await post('sign-in', input))
    // A new signature for the same challenge also fails.
    await expectRefused(await post('sign-in', { ticket, response: device.get(options) }))
    const proof = await call(passkeysProcedures.beginProof, undefined, { context: await contextOf() })
    await expectRefused(await post('sign-in', { ticket: proof.ticket, response: device.get(proof.options) }))
    await expectRefused(await post('sign-in', { ticket: 'made up', response: device.get(options) }))
    const old = await challenge()
    const now = Date.now
    Date.now = () => now() + 301_000
    await expectRefused(
      await post('sign-in', { ticket: old.ticket, response: device.get(old.options) }),
    ).finally(() => {
      Date.now = now
    })
  })

  test('used challenges are forgotten when they would have run out', async () => {
    const { device } = await add()
    await signedIn(device)
    const kept = async () =>
      (await accounts.db.selectFrom('used_challenges').select('digest').execute()).length
    const before = await kept()
    expect(before).toBeGreaterThan(0)
    await sweepAccounts(accounts.db)
    expect(await kept()).toBe(before)
    await sql`update used_challenges set ends_at = now() - interval '1 second'`.execute(accounts.db)
    await sweepAccounts(accounts.db)
    expect(await kept()).toBe(0)
  })

  test('a device that counts goes on counting: a copy of it is refused', async () => {
    const device = new PasskeyDevice(FORUM, { counts: true, isSynced: false })
    const { is_synced } = await add(device)
    expect(is_synced).toBe(false)
    await signedIn(device)
    await signedIn(device)
    device.counter = 1
    await expectRefused(await signIn(device))
    device.counter = 2
    expect((await signIn(device)).status).toBe(200)
    const { rows } = await sql`select counter::int from passkeys where user_id = ${id}`.execute(accounts.db)
    expect(rows).toEqual([{ counter: 3 }])
  })

  test('a passkey that is synced later says so', async () => {
    const device = new PasskeyDevice(FORUM)
    await add(device)
    device.isSynced = false
    await signedIn(device)
    expect(await list()).toMatchObject([{ is_synced: false }])
  })

  test('input that is none is refused before anything is looked up', async () => {
    const { options, ticket } = await challenge()
    const response = new PasskeyDevice(FORUM).get(options)
    for (const input of [
      {},
      { ticket },
      { response },
      { ticket, response: { ...response, id: 'not base64url!' } },
      { ticket, response: { ...response, type: 'password' } },
      { ticket: 'x'.repeat(1001), response },
    ])
      expect((await post('sign-in', input)).status).toBe(400)
    const form = { 'content-type': 'text/plain' }
    expect((await post('sign-in', { ticket, response }, form)).status).toBe(415)
    expect((await post('challenge', {}, form)).status).toBe(415)
  })

  test('is counted with the other ways to sign in, by where it comes from', async () => {
    const services = { ...accounts.services, config: { ...accounts.services.config, RATE_LIMITS: true } }
    const app = new Hono<{ Variables: { address: string } }>()
      .use(async (c, next) => {
        c.set('address', c.req.header('x-test-address') ?? '')
        await next()
      })
      .route('/', passkeyRoutes(services))
    const { options, ticket } = await challenge()
    const body = JSON.stringify({ ticket, response: new PasskeyDevice(FORUM).get(options) })
    const ask = async (address: string) => {
      const headers = { 'content-type': 'application/json', 'x-test-address': address }
      return (await app.request('/api/auth/passkey/sign-in', { method: 'POST', headers, body })).status
    }
    const statuses = []
    for (let n = 0; n <= SIGN_IN_RATE_LIMIT.address.times; n++) statuses.push(await ask('198.51.100.7'))
    expect(statuses.lastIndexOf(401)).toBe(SIGN_IN_RATE_LIMIT.address.times - 1)
    expect(statuses.at(-1)).toBe(429)
    expect(await ask('203.0.113.7')).toBe(401)
  })
})

describe('a press', () => {
  test('is a fresh proof, also for who has no password', async () => {
    const { device } = await add()
    await dropPassword()
    await staleProof()
    expect(await call(passkeysProcedures.readProof, undefined, { context: await contextOf() })).toEqual({
      password: false,
      code: false,
      passkey: true,
    })
    await expect(add()).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    const { proven_until } = await prove(device)
    expect(Date.parse(proven_until)).toBeGreaterThan(Date.now() + 9 * 60_000)
    await add()
  })

  test('of another’s passkey, a challenge of another, and none at all prove nothing', async () => {
    const context = await contextOf()
    await expect(call(passkeysProcedures.beginProof, undefined, { context })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await add()
    const mine = cookie
    const otherEmail = `other-${email}`
    await createMember(accounts.db, { email: otherEmail, username: `${username}y`, password: PASSWORD })
    const from = (await accounts.signIn(otherEmail)).cookie
    const { device: theirs } = await add(new PasskeyDevice(FORUM), from)
    await expect(prove(theirs, mine)).rejects.toMatchObject({ status: 403, code: 'PASSKEY_REFUSED' })
    const { options, ticket } = await challenge()
    const answer = { passkey: { ticket, response: theirs.get(options) } }
    await expect(
      call(securityProcedures.prove, answer, { context: await contextOf(from) }),
    ).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
    })
  })
})

describe('the last way in', () => {
  test('is not removed: of two passkeys one goes, a password or a provider stands for it', async () => {
    const one = await add()
    const other = await add()
    await dropPassword()
    await remove(one.id)
    await expect(remove(other.id)).rejects.toMatchObject({ status: 409, code: 'CONFLICT' })
    // An account at a provider that is no longer configured doesn't count as a way to sign in.
    await accounts.db
      .insertInto('accounts')
      .values({ user_id: id, provider_id: 'https://gone.example', account_id: username })
      .execute()
    await expect(remove(other.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await accounts.db
      .insertInto('accounts')
      .values({ user_id: id, provider_id: ISSUER, account_id: username })
      .execute()
    await remove(other.id)
  })

  test('may be a passkey: a provider is disconnected then', async () => {
    await add()
    await dropPassword()
    await accounts.db
      .insertInto('accounts')
      .values({ user_id: id, provider_id: ISSUER, account_id: username })
      .execute()
    await call(openIdProcedures.disconnectProvider, { provider: 'openid' }, { context: await contextOf() })
    expect(await list()).toHaveLength(1)
  })

  test('of two at once one stays', async () => {
    const one = await add()
    const other = await add()
    await dropPassword()
    const both = await Promise.allSettled([remove(one.id), remove(other.id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await list()).toHaveLength(1)
  })
})

test('with a passkey the other sessions go that it opened, or that it was shown in', async () => {
  const { device, id: passkey } = await add()
  const opened = await signedIn(device)
  const shown = (await accounts.signIn(email)).cookie
  await prove(device, shown)
  const untouched = (await accounts.signIn(email)).cookie
  await remove(passkey)
  expect(await accounts.whoIs({ cookie: opened })).toBeNull()
  expect(await accounts.whoIs({ cookie: shown })).toBeNull()
  expect(await accounts.whoIs({ cookie: untouched })).toBe(username)
  expect(await accounts.whoIs({ cookie })).toBe(username)
})

describe('where staff needs a second factor', () => {
  const strict = () => ({
    ...accounts.services,
    config: { ...accounts.services.config, STAFF_SECOND_FACTOR: 'required' as const },
  })
  const rolesOf = async (from: string) => {
    const { viewer } = await authenticate(strict(), new Headers({ cookie: from }))
    return { roles: viewer?.roles, resting: viewer?.resting_roles }
  }
  const AWAKE = { roles: ['moderator'], resting: undefined }
  const RESTING = { roles: [], resting: ['moderator'] }
  beforeEach(() => accounts.db.insertInto('user_roles').values({ user_id: id, role: 'moderator' }).execute())

  test('roles act in the sessions where a passkey was shown, and in no other', async () => {
    expect(await rolesOf(cookie)).toEqual(RESTING)
    const { device } = await add(new PasskeyDevice(FORUM), cookie, strict())
    // This session was started with the password alone, so the roles stay inactive.
    expect(await rolesOf(cookie)).toEqual(RESTING)
    const keyed = await signedIn(device)
    expect(await rolesOf(keyed)).toEqual(AWAKE)
    expect(await rolesOf((await accounts.signIn(email)).cookie)).toEqual(RESTING)
    await prove(device, cookie, strict())
    expect(await rolesOf(cookie)).toEqual(AWAKE)
  })

  test('a password wakes them by no passkey or second factor of its own', async () => {
    const { device, id: passkey } = await add(new PasskeyDevice(FORUM), cookie, strict())
    const refused = { status: 403, code: 'PASSKEY_FIRST' }
    await expect(add(new PasskeyDevice(FORUM), cookie, strict())).rejects.toMatchObject(refused)
    await expect(remove(passkey, cookie, strict())).rejects.toMatchObject(refused)
    const context = await contextOf(cookie, strict())
    await expect(
      call(secondFactorProcedures.beginSecondFactor, undefined, { context }),
    ).rejects.toMatchObject(refused)
    await expect(
      call(secondFactorProcedures.confirmSecondFactor, { code: '000000' }, { context }),
    ).rejects.toMatchObject(refused)
    const keyed = await signedIn(device)
    await add(new PasskeyDevice(FORUM), keyed, strict())
    await remove(passkey, keyed, strict())
    // The passkey that started this session has been deleted.
    expect(await rolesOf(keyed)).toEqual(RESTING)
  })

  test('who has lost them all is let in by whoever runs the forum', async () => {
    const { device } = await add(new PasskeyDevice(FORUM), cookie, strict())
    expect(await resetSecondFactor(accounts.services, username)).toBe('done')
    expect((await signIn(device)).status).toBe(401)
    expect(await accounts.whoIs({ cookie })).toBeNull()
    expect(await resetSecondFactor(accounts.services, username)).toBe('none')
    const from = (await accounts.signIn(email)).cookie
    await add(new PasskeyDevice(FORUM), from, strict())
  })
})
