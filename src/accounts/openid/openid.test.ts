import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Accounts, makeAccounts, PASSWORD } from '../../../tests/accounts.ts'
import { CLIENT, startOpenIdProvider } from '../../../tests/openid-provider.ts'
import { createMember } from '../members.server.ts'
import { secondFactorProcedures } from '../second-factor/procedures.server.ts'
import { endAllAccess } from '../security/end-access.server.ts'
import { authenticate } from '../session/session.server.ts'
import { openIdProcedures } from './procedures.server.ts'
import { openIdRoutes } from './routes.server.ts'

const FORUM = 'http://localhost:3000'

let accounts: Accounts
let there: Awaited<ReturnType<typeof startOpenIdProvider>>
let app: ReturnType<typeof openIdRoutes>
let count = 0

beforeAll(async () => {
  there = await startOpenIdProvider({ url: FORUM })
  const known = {
    name: 'The University',
    issuer: there.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  }
  const gone = { ...known, id: 'gone', name: 'Gone', issuer: 'http://127.0.0.1:1' }
  accounts = await makeAccounts({ PUBLIC_URL: FORUM, OIDC_PROVIDERS: [{ ...known, id: 'openid' }, gone] })
  app = openIdRoutes(accounts.services)
})
afterAll(async () => {
  await accounts.close()
  await there.stop()
})

let name: string
beforeEach(() => {
  name = `scholar${++count}`
  there.setPerson({ sub: name, email: `${name}@example.org`, email_verified: true, preferred_username: name })
})

/** Simulates a browser with the cookies of this site and of the provider. */
class Browser {
  readonly cookies = new Map<string, string>()

  keep(response: Response) {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? []
      if (/Max-Age=0/.test(rest) || value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  header() {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  }

  async post(path: string, body: object) {
    const init = { method: 'POST', body: JSON.stringify(body) }
    return this.keep(
      await app.request(`/api/auth/openid/${path}`, {
        ...init,
        headers: { ...this.header(), 'content-type': 'application/json' },
      }),
    )
  }

  async leave(body: object = {}): Promise<string> {
    const response = await this.post('openid', body)
    expect(response.status).toBe(200)
    return (await response.json()).url
  }

  /** Follows redirects through the provider's sign-in. Returns the callback URL on this site. */
  async visit(url: string): Promise<string> {
    const abroad = new Browser()
    let at = url
    for (let hop = 0; hop < 10 && !at.startsWith(FORUM); hop++) {
      const response = abroad.keep(await fetch(at, { redirect: 'manual', headers: abroad.header() }))
      const next = response.headers.get('location')
      if (!next) throw new Error(`${at} answers ${response.status}: ${await response.text()}`)
      at = new URL(next, at).href
    }
    return at
  }

  /** Opens the callback URL. Returns the URL that it redirects to. */
  async arrive(at: string) {
    const response = this.keep(await app.request(at, { headers: this.header() }))
    expect(response.status).toBe(303)
    return response.headers.get('location')
  }

  async signIn(body: object = {}) {
    return this.arrive(await this.visit(await this.leave(body)))
  }

  who() {
    return accounts.whoIs(this.header())
  }
}

/** Signs in at the provider for the first time and chooses a username. */
async function signUp(username = name) {
  const browser = new Browser()
  expect(await browser.signIn()).toBe('/auth?openid=newcomer')
  const response = await browser.post('sign-up', { username })
  expect(response.status).toBe(200)
  return browser
}

const member = (username = name) =>
  createMember(accounts.db, { email: `${username}@example.org`, username, password: PASSWORD })

async function contextOf(browser: Browser) {
  const { viewer, session } = await authenticate(accounts.services, new Headers(browser.header()))
  return { ...accounts.services, viewer, session, requestId: 'test', address: '127.0.0.1' }
}

describe('who comes for the first time', () => {
  test('chooses a name, is signed in with a verified address, and comes back as the same member', async () => {
    const browser = new Browser()
    expect(await browser.signIn({ redirect: '/notes' })).toBe('/auth?openid=newcomer')
    expect(await browser.who()).toBeNull()
    const asked = await app.request('/api/auth/openid/sign-up', { headers: browser.header() })
    expect(await asked.json()).toEqual({
      newcomer: { provider: 'The University', email: `${name}@example.org`, username: name },
    })
    const made = await browser.post('sign-up', { username: `${name}_here` })
    expect(await made.json()).toEqual({ status: true, redirect: '/notes' })
    expect(await browser.who()).toBe(`${name}_here`)
    const { rows } =
      await sql`select email_verified, username from users where email = ${`${name}@example.org`}`.execute(
        accounts.db,
      )
    expect(rows).toEqual([{ email_verified: true, username: `${name}_here` }])

    const another = new Browser()
    expect(await another.signIn({ redirect: '/forum?sort=top' })).toBe('/auth?redirect=%2Fforum%3Fsort%3Dtop')
    expect(await another.who()).toBe(`${name}_here`)
    expect((await browser.post('sign-up', { username: `${name}_more` })).status).toBe(404)
  })

  test('keeps no token of the provider here', async () => {
    await signUp()
    const { rows } = await sql<{ account: string }>`
      select row_to_json(a)::text as account from accounts a where account_id = ${name}`.execute(accounts.db)
    expect(rows[0]?.account).toMatch(/"access_token":null,"refresh_token":null,"id_token":null/)
  })

  test('takes no name that is taken, reserved or malformed, and may choose again', async () => {
    await member()
    there.setPerson({ sub: `other-${name}`, email: `other-${name}@example.org`, email_verified: true })
    const browser = new Browser()
    await browser.signIn()
    for (const [username, status] of [
      [name, 409],
      ['admin', 409],
      ['a b', 400],
      [`${name}_b`, 200],
    ] as const)
      expect([username, (await browser.post('sign-up', { username })).status]).toEqual([username, status])
  })

  test('needs an address that the provider has verified', async () => {
    there.setPerson({ sub: name, email: `${name}@example.org`, email_verified: false })
    expect(await new Browser().signIn()).toBe('/auth?openid=unverified')
    there.setPerson({ sub: name })
    expect(await new Browser().signIn()).toBe('/auth?openid=no-address')
  })

  test('is not joined with a member of the same address, but takes it from who never verified it', async () => {
    await member()
    const browser = new Browser()
    expect(await browser.signIn()).toBe('/auth?openid=exists')
    expect(await browser.who()).toBeNull()
    const squatted = `${name}-squatted@example.org`
    await accounts.signUp({ email: squatted, username: `${name}_squat` })
    there.setPerson({ sub: `${name}-squatted`, email: squatted, email_verified: true })
    const owner = await signUp(`${name}_owner`)
    expect(await owner.who()).toBe(`${name}_owner`)
    expect((await accounts.signIn(squatted)).status).toBe(401)
  })

  test('is refused with a blocked address, also if it was blocked meanwhile', async () => {
    const pattern = `${name}@example.org`
    const meanwhile = new Browser()
    await meanwhile.signIn()
    await accounts.db.insertInto('blocked_mail').values({ pattern }).execute()
    expect(await new Browser().signIn()).toBe('/auth?openid=blocked')
    const late = await meanwhile.post('sign-up', { username: name })
    expect([late.status, (await late.json()).data]).toEqual([400, { field: 'email' }])
    await accounts.db.deleteFrom('blocked_mail').execute()
    const owner = await signUp()
    await accounts.db.insertInto('blocked_mail').values({ pattern }).execute()
    const again = new Browser()
    await again.signIn()
    expect(await again.who()).toBe(await owner.who())
    await accounts.db.deleteFrom('blocked_mail').execute()
  })

  test('is refused where nobody may sign up', async () => {
    const browser = new Browser()
    await browser.signIn()
    await sql`update site_settings set registration = 'closed'`.execute(accounts.db)
    try {
      expect((await browser.post('sign-up', { username: name })).status).toBe(403)
    } finally {
      await sql`update site_settings set registration = 'open'`.execute(accounts.db)
    }
    expect((await browser.post('sign-up', { username: name })).status).toBe(200)
  })

  test('signs up once, in two tabs at the same moment', async () => {
    const browser = new Browser()
    await browser.signIn()
    const tabs = await Promise.all([1, 2].map((n) => browser.post('sign-up', { username: `${name}_${n}` })))
    expect(tabs.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a way back', () => {
  test('that this browser was not sent, or that was changed, signs nobody in', async () => {
    const browser = await signUp()
    browser.cookies.clear()
    const at = await browser.visit(await browser.leave())
    expect(await new Browser().arrive(at)).toBe('/auth?openid=expired')
    expect(await browser.arrive(at.replace(/state=[^&]*/, 'state=another'))).toBe('/auth?openid=failed')
    // An attempt can be completed only once.
    expect(await browser.arrive(at)).toBe('/auth?openid=expired')
    expect(await browser.who()).toBeNull()
  })

  test('works once: the same code again, with the cookie of then, is refused', async () => {
    await signUp()
    const browser = new Browser()
    const at = await browser.visit(await browser.leave())
    const copy = new Browser()
    for (const [key, value] of browser.cookies) copy.cookies.set(key, value)
    expect(await browser.arrive(at)).toBe('/auth?redirect=%2F')
    expect(await copy.arrive(at)).toBe('/auth?openid=failed')
    expect(await copy.who()).toBeNull()
  })

  test('after a quarter of an hour is too late', async () => {
    await signUp()
    const browser = new Browser()
    const at = await browser.visit(await browser.leave())
    vi.useFakeTimers({ now: Date.now() + 901_000, toFake: ['Date'] })
    try {
      expect(await browser.arrive(at)).toBe('/auth?openid=expired')
    } finally {
      vi.useRealTimers()
    }
  })

  test('of who pressed Cancel says so', async () => {
    there.setPerson(undefined)
    expect(await new Browser().signIn()).toBe('/auth?openid=denied')
  })

  test('leads to no other site', async () => {
    await signUp()
    expect(await new Browser().signIn({ redirect: 'https://evil.example/' })).toBe('/auth?redirect=%2F')
    expect(await new Browser().signIn({ redirect: '//evil.example' })).toBe('/auth?redirect=%2F')
  })
})

describe('a provider', () => {
  test('that is away is named, and the next try asks it again', async () => {
    const response = await new Browser().post('gone', {})
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'PROVIDER_AWAY',
      message: 'Gone can’t be reached right now. Try again later.',
    })
  })

  test('that there is not is 404, and input that is none 400', async () => {
    expect((await new Browser().post('nowhere', {})).status).toBe(404)
    expect((await new Browser().post('openid', { redirect: 7 })).status).toBe(400)
    expect((await new Browser().post('openid', { ticket: 'made up' })).status).toBe(403)
  })
})

describe('a member', () => {
  /** Returns a browser that has signed in with the password. */
  async function signedIn() {
    await member()
    const browser = new Browser()
    const { cookie } = await accounts.signIn(`${name}@example.org`)
    const [key = '', value = ''] = cookie.split('=')
    browser.cookies.set(key, value)
    return browser
  }
  const ticketOf = async (browser: Browser) =>
    (
      await call(
        openIdProcedures.connectProvider,
        { provider: 'openid' },
        { context: await contextOf(browser) },
      )
    ).ticket
  const list = async (browser: Browser) =>
    call(openIdProcedures.listProviders, undefined, { context: await contextOf(browser) })
  const disconnect = async (browser: Browser) =>
    call(openIdProcedures.disconnectProvider, { provider: 'openid' }, { context: await contextOf(browser) })

  test('connects an account there after proof of both, signs in with it, and disconnects it', async () => {
    const browser = await signedIn()
    there.setPerson({ sub: `${name}-there`, email: `another-${name}@example.org`, email_verified: false })
    expect(await browser.signIn({ ticket: await ticketOf(browser) })).toBe(
      '/settings/security?openid=connected',
    )
    expect(await list(browser)).toMatchObject({
      has_password: true,
      providers: [
        { id: 'openid', name: 'The University', connected_at: expect.any(String) },
        { id: 'gone', connected_at: null },
      ],
    })
    expect(accounts.mailbox.to(`${name}@example.org`).at(-1)?.subject).toBe(
      'Sign-in with The University turned on at The Threshold',
    )
    const another = new Browser()
    expect(await another.signIn()).toBe('/auth?redirect=%2F')
    expect(await another.who()).toBe(name)
    await disconnect(browser)
    expect(await new Browser().signIn()).toBe('/auth?openid=unverified')
    await expect(disconnect(browser)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('needs a fresh proof, and the session that wanted it', async () => {
    const browser = await signedIn()
    await sql`update sessions set proved_at = now() - interval '601 seconds'`.execute(accounts.db)
    await expect(ticketOf(browser)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    await expect(disconnect(browser)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' })
    await sql`update sessions set proved_at = now()`.execute(accounts.db)
    const at = await browser.visit(await browser.leave({ ticket: await ticketOf(browser) }))
    const session = [...browser.cookies.keys()].find((key) => key.includes('session')) ?? ''
    browser.cookies.delete(session)
    expect(await browser.arrive(at)).toBe('/settings/security?openid=expired')
    expect(await browser.signIn()).toBe('/auth?openid=exists')
  })

  test('does not take an account that is another member’s', async () => {
    await signUp(`${name}_first`)
    const subject = name
    name = `${name}-second`
    const browser = await signedIn()
    there.setPerson({ sub: subject, email: `${subject}@example.org`, email_verified: true })
    expect(await browser.signIn({ ticket: await ticketOf(browser) })).toBe('/settings/security?openid=taken')
  })

  test('who says that a sign-in was somebody else’s is disconnected: it may be theirs', async () => {
    const browser = await signedIn()
    there.setPerson({ sub: `${name}-thief`, email: `thief-${name}@example.org`, email_verified: false })
    await browser.signIn({ ticket: await ticketOf(browser) })
    const { viewer } = await contextOf(browser)
    await endAllAccess(accounts.db, viewer?.id ?? '')
    expect(await new Browser().signIn()).toBe('/auth?openid=unverified')
  })

  test('keeps the only way in', async () => {
    const browser = await signUp()
    expect(await list(browser)).toMatchObject({ has_password: false })
    await expect(disconnect(browser)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('gives the code of a second factor before anything is open', async () => {
    const browser = await signUp()
    const { secret } = await call(secondFactorProcedures.beginSecondFactor, undefined, {
      context: await contextOf(browser),
    })
    const app = createOTP(Buffer.from(base32.decode(secret)).toString())
    const code = await app.totp()
    await call(secondFactorProcedures.confirmSecondFactor, { code }, { context: await contextOf(browser) })
    await sql`update two_factors set used_step = null`.execute(accounts.db)

    const another = new Browser()
    const sessions = async () => (await accounts.db.selectFrom('sessions').select('id').execute()).length
    const before = await sessions()
    expect(await another.signIn({ redirect: '/notes' })).toBe('/auth?openid=code&redirect=%2Fnotes')
    expect([...another.cookies.keys()]).toEqual(['threshold.second_factor'])
    expect(await sessions()).toBe(before)
    expect(await another.who()).toBeNull()
    const wrong = await accounts.post(
      'two-factor/verify-totp',
      { code: code === '000000' ? '000001' : '000000' },
      another.header(),
    )
    expect(wrong.status).toBe(401)
    const right = await accounts.post('two-factor/verify-totp', { code: await app.totp() }, another.header())
    expect(right.status).toBe(200)
    const cookie = right.headers.getSetCookie().find((each) => each.includes('session_token')) ?? ''
    expect(await accounts.whoIs({ cookie: cookie.split(';')[0] ?? '' })).toBe(name)
  })
})

test('a token that the published keys did not sign signs nobody in', async () => {
  const forger = await startOpenIdProvider({ url: FORUM })
  try {
    forger.setPerson({ sub: name, email: `${name}@example.org`, email_verified: true })
    const provider = { id: 'openid', name: 'Forged', clientId: CLIENT.id, clientSecret: CLIENT.secret }
    const config = {
      ...accounts.services.config,
      OIDC_PROVIDERS: [{ ...provider, issuer: forger.issuer }],
    }
    const own = app
    app = openIdRoutes({ ...accounts.services, config })
    expect(await new Browser().signIn()).toBe('/auth?openid=newcomer')
    app = openIdRoutes({ ...accounts.services, config })
    await forger.publishForeignKeys()
    expect(await new Browser().signIn()).toBe('/auth?openid=failed')
    app = own
  } finally {
    await forger.stop()
  }
})
