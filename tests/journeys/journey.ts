import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import { sessionCookie } from '../../src/accounts/session/session-cookie.server.ts'
import { type SessionSnapshot, SNAPSHOT_KEY } from '../../src/accounts/session/snapshot.ts'
import { embeddedUrl, loadOrCreateSecret } from '../../src/platform/files/data-folder.server.ts'

const PASSWORD = 'a long enough password'
const DATA_DIR = process.env.DATA_DIR ?? ''

export interface Member {
  username: string
  email: string
  password: string
}

export interface Forum {
  url: string
  dataDir: string
}

interface Fixtures {
  /** Patterns of console messages that a test causes on purpose, such as failed requests. */
  expected: RegExp[]
  /** Creates a member who is signed in, in a new browser. The page is empty, or has opened the path `at`. */
  newMember(name: string, at?: string): Promise<{ member: Member; page: Page }>
  sql(statement: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Base of all browser tests. They fail on a console error or warning of a page, unless it is expected. */
export const test = base.extend<Fixtures, { forum: Forum }>({
  // All tests share one forum. Tests that would disturb others use own-forum.ts.
  forum: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      await use({ url: process.env.BASE_URL ?? '', dataDir: DATA_DIR })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ forum }, use) => use(forum.url),
  expected: [[], { option: true }],
  page: async ({ page, expected }, use) => {
    const complaints = listen(page)
    await use(page)
    refuse(complaints, expected)
  },
  newMember: async ({ browser, sql, forum, expected }, use) => {
    const opened: { context: BrowserContext; complaints: string[] }[] = []
    await use(async (name, at) => {
      const member = newName(name)
      const { cookies, snapshot } = await signIn(sql, forum, member)
      const context = await browser.newContext({ javaScriptEnabled: true, baseURL: forum.url })
      await context.addCookies(cookies)
      await context.addInitScript(keepOnce, [SNAPSHOT_KEY, snapshot] as const)
      const page = await context.newPage()
      opened.push({ context, complaints: listen(page) })
      if (at) await greet(page, at)
      return { member, page }
    })
    for (const { context, complaints } of opened) {
      refuse(complaints, expected)
      await context.close()
    }
  },
  sql: async ({ forum }, use) => {
    const client = new pg.Client({ connectionString: embeddedUrl(forum.dataDir) })
    await client.connect()
    await use((statement, values) => client.query(statement, values))
    await client.end()
  },
})

export { expect }

/** Verifies an email address. Waits for the account, because sign-up responds before it exists. */
export async function verify(sql: Fixtures['sql'], { email }: Member): Promise<void> {
  const made = `update users set email_verified = true where email = $1
    and exists (select from accounts where user_id = users.id and password is not null)`
  await expect.poll(async () => (await sql(made, [email])).rowCount, { timeout: 15_000 }).toBe(1)
}

/** Returns the text of the newest mail to this email address in the outbox. Waits up to 15 s for a mail. */
export async function mailTo(address: string): Promise<string> {
  const folder = join(DATA_DIR, 'outbox')
  let found = ''
  await expect(async () => {
    for (const name of (await readdir(folder)).sort().reverse()) {
      const mail = await readFile(join(folder, name), 'utf8')
      if (mail.toLowerCase().includes(`to: ${address.toLowerCase()}`)) {
        found = mail
        break
      }
    }
    expect(found, `a mail to ${address}`).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return found.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
}

let count = 0

/** Returns a member with a username that is unique across workers and runs. */
export function newName(name: string): Member {
  const username = `${name}_${process.pid.toString(36)}${(++count).toString(36)}`
  return { username, email: `${username}@journey.example`, password: PASSWORD }
}

/** Password hash of all members. They share it, because hashing takes 0.1 s. */
let hash: Promise<string> | undefined

/**
 * Creates a verified member. Returns a session cookie, and the session snapshot that pages read from local
 * storage. Using the forms would take 1 s (accounts.spec.ts), and loading a page 0.5 s.
 */
async function signIn(sql: Fixtures['sql'], { url, dataDir }: Forum, { username, email }: Member) {
  hash ??= hashPassword(PASSWORD)
  const token = crypto.randomUUID()
  const expires_at = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()
  const { rows } = await sql(
    `with member as (insert into users (username, email, email_verified) values ($1, $2, true) returning id),
       credential as (insert into accounts (user_id, account_id, provider_id, password)
         select id, id, 'credential', $3 from member),
       session as (insert into sessions (user_id, token, expires_at) select id, $4, $5 from member)
     select id from member`,
    [username, email, await hash, token, expires_at],
  )
  // Marks the member as established, so that content needs no approval. Tests about new members undo this.
  await sql('update profiles set established_at = now() where id = $1', [rows[0]?.id])
  const cookie = sessionCookie(token, { PUBLIC_URL: url, AUTH_SECRET: await loadOrCreateSecret(dataDir) })
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? []
  const user = { id: rows[0]?.id, username, full_name: null, avatar_url: null, roles: [] }
  const snapshot: SessionSnapshot = { user, expires_at }
  const expires = Date.parse(expires_at) / 1000
  return {
    cookies: [{ name, value, url, expires, httpOnly: true, sameSite: 'Lax' as const }],
    snapshot: JSON.stringify(snapshot),
  }
}

/**
 * Puts a value into local storage. Runs on each page load, but stores it only once, so that signing out can
 * delete it. Playwright's `storageState` would take 0.25 s for opening a page. about:blank has no storage.
 */
function keepOnce([key, value]: readonly [string, string]) {
  if (location.protocol === 'about:' || localStorage.getItem('begun')) return
  localStorage.setItem('begun', 'yes')
  localStorage.setItem(key, value)
}

async function greet(page: Page, at: string) {
  await page.goto(at)
  await page.mouse.move(1, 1)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
}

/** Playwright's console message when it has blocked the service worker (playwright.config.ts). */
const BLOCKED = 'Service Worker registration blocked by Playwright'

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isOurs = message.text() !== BLOCKED && !isGoneElsewhere(message, page)
    if (isOurs && ['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

/**
 * Returns true if another test caused the error by deleting or claiming something. Lists contain other tests'
 * posts, which a resting pointer prefetches, and former avatars. After a decision, the moderation queue tries
 * to claim the next case, which another test's moderator may have claimed.
 */
function isGoneElsewhere(message: ConsoleMessage, page: Page): boolean {
  const { url } = message.location()
  if (/\/api\/moderation\/cases\/[^/]+\/claim$/.test(url)) return /status of 409/.test(message.text())
  const [, thing] = /\/(?:api\/(?:posts|profiles|notes)|files\/avatars)\/([^/?]+)/.exec(url) ?? []
  return thing !== undefined && /status of 4(?:04|10)/.test(message.text()) && !page.url().includes(thing)
}

function refuse(complaints: string[], expected: RegExp[]) {
  expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
}
