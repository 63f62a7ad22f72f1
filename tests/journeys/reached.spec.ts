import type { Page, Request } from '@playwright/test'
import { ADDRESSES, type Fixtures, type Role } from '../addresses.ts'
import { makeFixtures } from './fixtures.ts'
import { awake } from './hands.ts'
import { expect, test } from './journey.ts'

/**
 * Routes that need not be found: the root, the offline page, and targets of links in mails. Other tests cover
 * links to an appeal (appeals.spec.ts), and from a moderation case to its member (member-view.spec.ts). Pages
 * link to the terms and the privacy policy only once admins have written them.
 */
const UNLINKED = new Set([
  '__root',
  'offline',
  'auth_.reset',
  'auth_.link',
  'appeal.$action',
  'moderation_.members.$username',
  'terms',
  'privacy',
])

/** Routes with patterns of their paths: `profile.$username_.followers` is /profile/x/followers. */
const ROUTES = [...new Set(ADDRESSES.map(({ route }) => route))]
  .filter((route) => !UNLINKED.has(route))
  .map((route) => {
    const path = route === 'index' ? '' : route.replaceAll('_.', '.').replaceAll('.', '/')
    // The pages below a post have routes of their own.
    const pattern = path
      .replace(/\/\{-\$\w+\}/, '(?:/(?!edit$|history$)[^/]+)?')
      .replaceAll(/\$\w+/g, '[^/]+')
    return { route, pattern: new RegExp(`^/${pattern}$`) }
  })

const routeOf = (path: string) => ROUTES.find(({ pattern }) => pattern.test(path))?.route

/** Follows links from the front page until no new route appears. Returns the routes that it reached. */
async function reachedBy(looker: Role, linksOn: (path: string) => Promise<string[]>, sights: Fixtures) {
  const reached = new Set(['index'])
  const waiting = ['/']
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    for (const href of await linksOn(path)) {
      const route = routeOf(new URL(href, 'http://here.invalid').pathname)
      if (!route || reached.has(route)) continue
      reached.add(route)
      waiting.push(...telling(route, looker, sights))
    }
  }
  return reached
}

/**
 * Returns the paths to visit for a newly found route: its first page in ADDRESSES for this role, and members'
 * own post or profile. Members skip public pages, because guests follow the same links there.
 */
function telling(route: string, looker: Role, sights: Fixtures): string[] {
  const [first] = ADDRESSES.filter((each) => each.route === route && each.as === looker)
  const own = {
    'post.$id.{-$slug}': `/post/${sights.ownPost}`,
    'profile.$username': `/profile/${sights.username}`,
  }
  const theirs = looker === 'visitor' ? undefined : own[route as keyof typeof own]
  return [first?.path(sights), theirs].filter((path) => path !== undefined)
}

test('every page is reached by links from the front page', { tag: '@all' }, async ({
  newMember,
  request,
  sql,
}) => {
  test.setTimeout(600_000)
  const looker = await newMember('looker')
  const sights = await makeFixtures(looker, await newMember('other'), sql)
  const asGuest = await reachedBy(
    'visitor',
    async (path) => hrefsIn(await (await request.get(path)).text()),
    sights,
  )
  const asMember = await reachedBy('member', (path) => hrefsShown(looker.page, path), sights)
  // Gives this member all roles, because some links are only shown to members with roles.
  const give = `insert into user_roles (user_id, role)
    select id, role from profiles, unnest(array['editor', 'moderator', 'admin']) as role where username = $1`
  await sql(give, [looker.member.username])
  const asEditor = await reachedBy('editor', (path) => hrefsShown(looker.page, path), sights)
  const unreached = ROUTES.map(({ route }) => route).filter((route) => {
    const lookers = new Set(ADDRESSES.filter((each) => each.route === route).map(({ as }) => as))
    if (!lookers.has('member') && !lookers.has('editor')) return !asGuest.has(route)
    return lookers.has('member') && !lookers.has('editor') ? !asMember.has(route) : !asEditor.has(route)
  })
  expect(unreached).toEqual([])
})

/** Returns the links in the HTML, which guests without script see. */
function hrefsIn(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = '']) => href)
}

/** Returns the links of a page with its member's data. On the front page, includes the header's menus. */
async function hrefsShown(page: Page, path: string): Promise<string[]> {
  const haveCome = watchRights(page)
  await page.goto(path)
  const account = page.getByRole('button', { name: 'Account', exact: true })
  await expect(account).toBeVisible()
  // Waits for the member's rights, which arrive after the name and add links.
  await page.waitForLoadState('load')
  await awake(page)
  await haveCome()
  if (path !== '/') return hrefsOn(page)
  await account.click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  const ofMenu = await hrefsOn(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('link', { name: 'See all' })).toBeVisible()
  return [...ofMenu, ...(await hrefsOn(page))]
}

/** Returns a function that waits until all requests for the member's rights have finished. */
function watchRights(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  const ended = (request: Request) => open.delete(request)
  const begun = (request: Request) => /\/api\/me\/marks/.test(request.url()) && open.add(request)
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  return async () => {
    await expect.poll(() => open.size).toBe(0)
    page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
  }
}

function hrefsOn(page: Page): Promise<string[]> {
  return page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}
