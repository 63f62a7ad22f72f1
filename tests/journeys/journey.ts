import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { hashPassword } from 'better-auth/crypto'
import pg from 'pg'
import { sessionCookie } from '../../src/features/accounts/session/session-cookie.server.ts'
import { SNAPSHOT_KEY, type Snapshot } from '../../src/features/accounts/session/snapshot.ts'
import { embeddedUrl, storedSecret } from '../../src/platform/data-folder.server.ts'

const PASSWORD = 'a long enough password'
const DATA_DIR = process.env.DATA_DIR ?? ''

export interface Member {
  username: string
  email: string
  password: string
}

/** Where a journey takes place. */
export interface Forum {
  url: string
  dataDir: string
}

interface Fixtures {
  /** Console messages that this journey is about, as when it makes a request fail. */
  expected: RegExp[]
  /** A new member in a browser of their own, signed in; on no page, or on one that has greeted them. */
  newMember(name: string, at?: string): Promise<{ member: Member; page: Page }>
  sql(statement: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** A journey fails on any error or warning in the browser's console, besides those it expects. */
export const test = base.extend<Fixtures, { forum: Forum }>({
  // The one that all share. What would be in the way of others takes place in one of its own: see manage.spec.ts.
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

/** As the mailed link does. Signing up is answered before the account is made. */
export async function verify(sql: Fixtures['sql'], { email }: Member): Promise<void> {
  const made = `update users set email_verified = true where email = $1
    and exists (select from accounts where user_id = users.id and password is not null)`
  await expect.poll(async () => (await sql(made, [email])).rowCount, { timeout: 15_000 }).toBe(1)
}

/** The newest mail to `address` in the outbox, as text. */
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

/** Names stay apart between workers and runs. */
export function newName(name: string): Member {
  const username = `${name}_${process.pid.toString(36)}${(++count).toString(36)}`
  return { username, email: `${username}@journey.example`, password: PASSWORD }
}

/** One for all, made once: hashing takes a tenth of a second. */
let hash: Promise<string> | undefined

/**
 * A verified member, and what their browser keeps: the cookie of a session, and what the page greets them with. By the forms it
 * takes a second (accounts.spec.ts), and by loading a page half of one.
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
  // Journeys about new members undo this.
  await sql('update profiles set established_at = now() where id = $1', [rows[0]?.id])
  const cookie = sessionCookie(token, { PUBLIC_URL: url, AUTH_SECRET: await storedSecret(dataDir) })
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(cookie) ?? []
  const user = { id: rows[0]?.id, username, full_name: null, avatar_url: null, roles: [] }
  const snapshot: Snapshot = { user, expires_at }
  const expires = Date.parse(expires_at) / 1000
  return {
    cookies: [{ name, value, url, expires, httpOnly: true, sameSite: 'Lax' as const }],
    snapshot: JSON.stringify(snapshot),
  }
}

/**
 * Runs before each page of a browser, and keeps it before the first alone: who signs out has it no longer. `storageState`
 * would open a page for it, which takes a process and a quarter of a second. An empty page may keep nothing.
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

/** What Playwright says where a journey goes without the offline worker (playwright.config.ts). */
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
 * Lists link to what other journeys make and delete. A pointer that comes to rest on such a link fetches its page, which
 * may be gone: that is no failure of the page that is looked at. Nor is the picture of a member who has another by now, nor
 * a case that another journey's moderator has opened: after a decision the queue opens the next one and claims it.
 */
function isGoneElsewhere(message: ConsoleMessage, page: Page): boolean {
  const { url } = message.location()
  if (/\/api\/moderation\/cases\/[^/]+\/claim$/.test(url)) return /status of 409/.test(message.text())
  const [, thing] = /\/(?:api\/(?:posts|profiles|notes)|files\/avatars)\/([^/?]+)/.exec(url) ?? []
  return thing !== undefined && /status of 404/.test(message.text()) && !page.url().includes(thing)
}

function refuse(complaints: string[], expected: RegExp[]) {
  expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
}
