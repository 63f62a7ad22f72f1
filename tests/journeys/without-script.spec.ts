import type { Locator, Page } from '@playwright/test'
import { TRIED } from '../addresses.ts'
import { create, makeFixtures } from './fixtures.ts'
import { expect, test } from './journey.ts'

test.use({ javaScriptEnabled: false, expected: [/404|410/] })

test('every page reads whole, explains what it cannot do and offers nothing dead', { tag: '@all' }, async ({
  newMember,
  page,
  sql,
}) => {
  const [walker, other] = [await newMember('scriptless'), await newMember('other')]
  const sights = await makeFixtures(walker, other, sql)
  const links = new Set<string>()
  for (const { name, path } of TRIED) {
    await test.step(name, async () => {
      await page.goto(path(sights))
      const main = page.getByRole('main')
      await expect.soft(page.getByRole('heading', { level: 1 }), name).toHaveCount(1)
      await expect.soft(page, name).toHaveTitle(/\S/)
      expect.soft(await deadControls(page), name).toEqual([])
      await expect
        .soft(page.locator('.skeleton:visible, .spinner:visible, [aria-busy=true]:visible'), name)
        .toHaveCount(0)
      // If a page needs JavaScript, an attribute makes it load at once. Without JavaScript, a text says so.
      const needsScript = await page.locator('html[data-needs-application]').count()
      await expect.soft(main.getByText(/needs? JavaScript/), name).toHaveCount(needsScript)
      for (const href of await hrefs(main)) links.add(href)
    })
  }
  expect(links.size).toBeGreaterThan(40)
  // Accepts 410, because the moderation log links to pages of removed posts.
  for (const href of threeOfEachKind(links))
    expect.soft([200, 410], href).toContain((await page.request.get(href)).status())
})

/** Returns at most three links of each kind, because other tests write many posts in the same forum. */
function threeOfEachKind(links: Iterable<string>): string[] {
  const byKind = Map.groupBy(links, (href) => href.replace(/[\da-f-]{36}|(?<=\/profile\/)[^/?#]+/g, '…'))
  return [...byKind.values()].flatMap((some) => some.slice(0, 3))
}

test('without script the forum reads whole, page after page', async ({ newMember, page }) => {
  const { page: writer } = await newMember('prolific')
  const mark = crypto.randomUUID().slice(0, 8)
  for (let n = 1; n <= 52; n++)
    await create(writer, 'posts', {
      title: `Reading ${mark} number ${n}`,
      content: `<p>The words of number ${n}.</p>`,
    })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse Posts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const first = await page.getByRole('heading', { level: 2 }).allTextContents()
  await page.getByRole('link', { name: /next/i }).click()
  const second = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(first.filter((title) => second.includes(title) && title.includes(mark))).toEqual([])
  await page.goto(`/forum?search=${mark}`)
  await page.getByRole('link', { name: `Reading ${mark} number 7`, exact: true }).click()
  await expect(page.getByText('The words of number 7.')).toBeVisible()
  await expect(page.getByPlaceholder('Sign in to join the discussion')).toBeDisabled()
  await page.getByRole('searchbox').first().fill(`${mark} number 9`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `Reading ${mark} number 9`, exact: true })).toBeVisible()
})

test('long discussions, profiles and notes go on from page to page', { tag: '@all' }, async ({
  newMember,
  page,
  sql,
}) => {
  const { page: writer, member } = await newMember('lengthy')
  let post = ''
  for (let n = 1; n <= 12; n++)
    post = await create(writer, 'posts', { title: `Long ${n}`, content: '<p>Words.</p>' })
  // Inserts many rows directly, which is faster. No page needs to be invalidated: nobody has opened the post.
  const ofMember = 'from profiles, generate_series(1, $2::int) n where username = $1'
  await sql(
    `insert into comments (post_id, author_id, content) select $3::uuid, id, 'Remark ' || n ${ofMember}`,
    [member.username, 310, post],
  )
  await sql(`insert into notes (author_id, content) select id, 'Passing thought ' || n ${ofMember}`, [
    member.username,
    60,
  ])
  await create(writer, 'notes', { content: 'Passing thought 0' })
  const profile = `/profile/${member.username}`
  const rows = page.getByRole('main').getByRole('listitem')
  const thoughts = rows.filter({ hasText: 'Passing thought' })
  const remarks = page.getByRole('article', { name: /^Comment by/ })
  for (const [path, items, count] of [
    [`/post/${post}`, remarks, 310],
    [profile, rows.filter({ hasText: 'Long' }), 12],
    [`${profile}?tab=notes`, thoughts, 61],
    ['/notes?sort=trending', thoughts.filter({ hasText: member.username }), 61],
  ] as const) {
    const seen = await readOn(page, path, items, count)
    expect(new Set(seen).size, path).toBe(count)
  }
})

/** Returns the texts of all items, across all pages of the list. */
async function readOn(page: Page, path: string, items: Locator, count: number): Promise<string[]> {
  await page.goto(path)
  const seen = await items.allTextContents()
  const next = page.getByRole('main').getByRole('link', { name: /^(Next page|More \w+|Show more)$/ })
  while (seen.length < count && (await next.count()) > 0) {
    await next.click()
    await page.waitForLoadState()
    seen.push(...(await items.allTextContents()))
  }
  return seen
}

/** Returns visible, enabled controls that only work with script. */
function deadControls(page: Page): Promise<string[]> {
  const controls =
    'button, input:not([type=hidden]), textarea, select, [role=button], [role=tab], [role=menuitem]'
  return page.locator(controls).evaluateAll((all) =>
    all
      .filter((control) => control.checkVisibility() && !control.matches(':disabled'))
      .filter((control) => !control.matches('[popovertarget], form[action] *'))
      .map((control) => control.outerHTML.slice(0, 120)),
  )
}

/** Returns the links that lead to pages of this site. */
function hrefs(main: Locator): Promise<string[]> {
  return main
    .getByRole('link')
    .evaluateAll((all) =>
      all
        .map((link) => (link as HTMLAnchorElement).href.replace(/#.*/, ''))
        .filter((href) => new URL(href).origin === location.origin),
    )
}
