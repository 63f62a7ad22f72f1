import type { Browser, BrowserContext, Page } from '@playwright/test'
import type pg from 'pg'
import { cookieName } from '../../src/features/accounts/session/session-cookie.server.ts'
import { SNAPSHOT_KEY, type Snapshot } from '../../src/features/accounts/session/snapshot.ts'
import { bearerOf } from '../data.ts'

/** Where it is measured, by whom. */
export interface Place {
  browser: Browser
  /** On localhost: to a browser it is as good as https, and it asks for Brotli. */
  origin: string
  db: pg.Client
}

/** The busiest of all: what grows with a member has grown. */
const MEMBER = 0

/** A browser that has never been here, for as long as the work takes; a guest's, or one that a member has signed in with. */
export async function withPage<Result>(
  place: Place,
  who: 'guest' | 'member',
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await place.browser.newContext({ baseURL: place.origin, serviceWorkers: 'block' })
  try {
    if (who === 'member') await signIn(context, place)
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** With a cookie, and what the page greets its member with. */
async function signIn(context: BrowserContext, { origin, db }: Place): Promise<void> {
  const name = cookieName({ PUBLIC_URL: origin })
  await context.addCookies([{ name, value: bearerOf(MEMBER), url: origin, httpOnly: true, sameSite: 'Lax' }])
  const { rows } = await db.query<Snapshot['user']>(
    'select id, username, full_name from profiles where username = $1',
    [`member${MEMBER}`],
  )
  const user = rows[0] && { ...rows[0], avatar_url: null, roles: [] }
  const snapshot = { user, expires_at: new Date(Date.now() + 86_400_000).toISOString() }
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    SNAPSHOT_KEY,
    JSON.stringify(snapshot),
  ] as const)
}

/** The application comes when somebody acts: here moves the mouse. */
export async function wake(page: Page): Promise<void> {
  const ready = page.evaluate(
    () => new Promise<void>((done) => addEventListener('application-ready', () => done())),
  )
  await page.mouse.move(7, 333)
  await ready
}

/** Goes there and waits until the application knows its member and is at rest. */
export async function openAsMember(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-session=member]').waitFor({ state: 'attached' })
  await page.waitForTimeout(AT_REST)
}

/** Milliseconds. The stream of events stays open: a page of a member is never without a request. */
const AT_REST = 2000
