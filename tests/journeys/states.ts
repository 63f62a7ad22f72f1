import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { gotoAwake } from './hands.ts'

/** What a toast says. */
export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'What just happened' }).getByText(text, { exact: true })
}

/** Says yes to the question whether to delete, and does not wait until that can no longer be undone. */
export async function deleteForGood(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await endUndo(page)
}

/** Whoever closes the toast does not want it back: the server hears of it. */
export async function endUndo(page: Page): Promise<void> {
  const isSent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await deletions(page).first().getByRole('button', { name: 'Close' }).click()
  await isSent
}

/** Toasts that offer to undo. */
export function deletions(page: Page): Locator {
  const region = page.getByRole('region', { name: 'What just happened' })
  return region.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })
}

/** A page as it came, without anything in its cache, with the application running: for a guest. */
export async function startAsGuest(page: Page): Promise<void> {
  await gotoAwake(page, '/about')
}

/** The same for a member, whose application comes by itself. */
export async function startAsMember(page: Page): Promise<void> {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
}

/** To another address within the application, as by a link on the page. */
export async function go(page: Page, href: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, href)
}

type CannedResponse = object | 500

/**
 * What is asked of `path` goes unanswered until the function that comes back is called; then it is answered as there
 * (a number is the status of an error), or else by the server.
 */
export async function hold(page: Page, path: string | RegExp): Promise<(said?: CannedResponse) => void> {
  const { promise, resolve: release } = Promise.withResolvers<CannedResponse | undefined>()
  await page.route(at(path), async (route) => {
    const said = await promise
    await (said === undefined ? route.fallback() : fulfil(route, said))
  })
  return release
}

/** What is asked of `path` is answered so from here on, instead of by the server. */
export async function answer(page: Page, path: string | RegExp, said: CannedResponse): Promise<void> {
  await page.route(at(path), (route) => fulfil(route, said))
}

function at(path: string | RegExp) {
  return ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname))
}

function fulfil(route: Route, said: CannedResponse): Promise<void> {
  return said === 500 ? route.fulfill({ status: 500, json: { code: 'X' } }) : route.fulfill({ json: said })
}
