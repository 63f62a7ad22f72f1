import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { gotoAwake } from './hands.ts'

export function toast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'What just happened' }).getByText(text, { exact: true })
}

/** Confirms the deletion of content and ends the period in which it can be undone. */
export async function deleteForGood(page: Page): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await endUndo(page)
}

/** Closes the undo toast, so that the page deletes immediately. Waits for the server's response. */
export async function endUndo(page: Page): Promise<void> {
  const isSent = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await deletions(page).first().getByRole('button', { name: 'Close' }).click()
  await isSent
}

/** Finds toasts about deletions, which have an undo button. */
export function deletions(page: Page): Locator {
  const region = page.getByRole('region', { name: 'What just happened' })
  return region.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) })
}

/** Opens a page as a guest with an empty cache. Waits until its JavaScript runs. */
export async function startAsGuest(page: Page): Promise<void> {
  await gotoAwake(page, '/about')
}

/** Opens a page as a member. Its JavaScript loads without an interaction. */
export async function startAsMember(page: Page): Promise<void> {
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
}

/** Navigates on the client, without a page load, as a link on the page would. */
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
 * Delays requests to `path` until a test calls the returned function with the response: an object, or 500 for
 * an error. If it is called without an argument, the requests go to the server.
 */
export async function hold(page: Page, path: string | RegExp): Promise<(said?: CannedResponse) => void> {
  const { promise, resolve: release } = Promise.withResolvers<CannedResponse | undefined>()
  await page.route(at(path), async (route) => {
    const said = await promise
    await (said === undefined ? route.fallback() : fulfil(route, said))
  })
  return release
}

/** From now on, replaces the server's response to requests for `path`. */
export async function answer(page: Page, path: string | RegExp, said: CannedResponse): Promise<void> {
  await page.route(at(path), (route) => fulfil(route, said))
}

function at(path: string | RegExp) {
  return ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname))
}

function fulfil(route: Route, said: CannedResponse): Promise<void> {
  return said === 500 ? route.fulfill({ status: 500, json: { code: 'X' } }) : route.fulfill({ json: said })
}
