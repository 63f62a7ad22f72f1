import type { Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'

// Tests dimensions in pixels that were chosen by eye, on a desktop with a mouse.

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>

const LISTS = ['/forum', '/posts/top', '/posts/latest', '/notes', '/events', '/feeds'] as const
const CONTENT_AND_ASIDE = 720 + 56 + 264

/** Creates a post with a title of one line and an excerpt of over two lines, and a comment of one line. */
async function writePost(sql: Sql) {
  const mark = `w${crypto.randomUUID().replace(/\W/g, '').slice(0, 10)}`
  const words = 'Words that go on for longer than two lines of a list have room for. '.repeat(5)
  const { rows } = await sql(
    `insert into posts (title, content, content_text) values ('Number ' || $1, '<p>' || $2 || '</p>', $2) returning id`,
    [mark, words],
  )
  const id = rows[0]?.id ?? ''
  await sql("insert into comments (post_id, content) values ($1, 'One line of words.')", [id])
  return { id, title: `Number ${mark}` }
}

async function heightOf(place: Locator): Promise<number> {
  return (await place.boundingBox())?.height ?? 0
}

async function topOf(place: Locator): Promise<number> {
  return (await place.boundingBox())?.y ?? Number.POSITIVE_INFINITY
}

/** Opens /forum and returns the card with this title. */
async function cardOf(page: Page, title: string) {
  await page.goto('/forum')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
  await expect(async () => {
    await page.reload()
    await expect(card).toBeVisible({ timeout: 1000 })
  }).toPass()
  return card
}

for (const width of [1440, 1920])
  test(`pages with a list have the same edges at ${width} px`, { tag: '@all' }, async ({ page, sql }) => {
    const { id } = await writePost(sql)
    await page.setViewportSize({ width, height: 900 })
    const edges: { left: number; right: number }[] = []
    for (const path of [...LISTS, `/post/${id}`]) {
      await page.goto(path)
      const box = await page.getByRole('main').locator('.columns').boundingBox()
      edges.push({ left: box?.x ?? 0, right: (box?.x ?? 0) + (box?.width ?? 0) })
    }
    expect(new Set(edges.map(({ left }) => left)).size).toBe(1)
    expect(edges.every(({ left, right }) => right - left === CONTENT_AND_ASIDE)).toBe(true)
  })

test('a card is 132 px high, and 64 px where somebody wants titles only', { tag: '@all' }, async ({
  page,
  sql,
}) => {
  const { title } = await writePost(sql)
  const card = await cardOf(page, title)
  expect(await heightOf(card)).toBeGreaterThan(124)
  expect(await heightOf(card)).toBeLessThanOrEqual(134)
  const choice = page.getByRole('button', { name: 'Titles only' })
  await choice.click()
  await expect(choice).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => heightOf(card)).toBeLessThanOrEqual(65)
  // The device stores the choice, and a reloaded page applies it before the first paint.
  await page.reload()
  expect(await heightOf(card)).toBeLessThanOrEqual(65)
  await choice.click()
  await expect.poll(() => heightOf(card)).toBeGreaterThan(124)
})

test('a comment of one line takes about 76 px', { tag: '@all' }, async ({ page, sql }) => {
  const { id } = await writePost(sql)
  await page.goto(`/post/${id}`)
  const comment = page.getByRole('article', { name: 'Comment by Unknown' })
  expect(await heightOf(comment)).toBeGreaterThan(66)
  expect(await heightOf(comment)).toBeLessThanOrEqual(78)
})

test('discussions begin above the fold of the landing page', { tag: '@all' }, async ({ page, newMember }) => {
  // Creates a member, because the landing page shows the number of members only if there are any.
  await newMember('counted')
  const heading = page.getByRole('heading', { name: 'Recent Discussions' })
  await page.goto('/')
  expect(await topOf(heading)).toBeLessThan(300)
  // The introduction with its buttons ends 480 px below the top. Numbers and avatars follow the discussions.
  const button = page.getByRole('main').getByRole('link', { name: 'Browse Posts' })
  const begin = (await page.getByRole('main').boundingBox())?.y ?? 0
  expect((await topOf(button)) + (await heightOf(button)) - begin).toBeLessThanOrEqual(36 + 480)
  const last = page.getByRole('link', { name: /View All Posts|Create First Post/ })
  const numbers = page.getByRole('region', { name: 'Community' })
  await expect(numbers).toBeVisible()
  expect(await topOf(numbers)).toBeGreaterThan(await topOf(last))
  await page.setViewportSize({ width: 820, height: 900 })
  expect(await topOf(heading)).toBeLessThan(700)
})

test('discussions begin above the fold of a member’s home, also for a newcomer', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('newcomer')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible()
  expect(await topOf(page.getByRole('heading', { name: 'Recent Discussions' }))).toBeLessThan(400)
  // On a phone, the steps keep a distance from the edges of their card.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const card of await page.getByRole('main').getByRole('list').first().getByRole('link').all()) {
    const [outer, inner] = await Promise.all([card.boundingBox(), card.locator('span').first().boundingBox()])
    const gap = (inner?.y ?? 0) - (outer?.y ?? 0)
    expect(gap).toBeGreaterThanOrEqual(8)
    expect((inner?.height ?? 0) + 2 * gap).toBeLessThanOrEqual((outer?.height ?? 0) + 1)
  }
})

for (const [pointer, least, device] of [
  ['mouse', 32, { viewport: { width: 1440, height: 900 } }],
  ['finger', 44, { viewport: { width: 820, height: 900 }, hasTouch: true, isMobile: true }],
] as const)
  test.describe(`with a ${pointer}`, () => {
    test.use(device)

    test(`what leads on or does something is ${least} px high`, { tag: '@all' }, async ({ page }) => {
      for (const path of [
        '/',
        '/auth',
        '/auth?tab=sign-up',
        '/auth/forgot',
        '/thinkers',
        '/feeds',
        '/about',
      ]) {
        await page.goto(path)
        expect(await page.evaluate(lowControls, least), path).toEqual([])
      }
    })
  })

/** Returns controls of header, navigation and forms with a height below `least` pixels. Runs in the page. */
function lowControls(least: number): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    ':is(header:not(article *), nav, form) :is(a, button, input)',
  )
  return Array.from(controls)
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => control.offsetTop >= 0 && control.getBoundingClientRect().bottom > 0)
    .filter((control) => control.getBoundingClientRect().height < least - 0.5)
    .map((control) => `${control.textContent} ${control.getBoundingClientRect().height}`)
}

test('on a phone the filters of the forum are behind one button', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/forum')
  const choice = page.getByRole('button', { name: 'Titles only' })
  await expect(choice).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(choice).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(choice).toBeHidden()
})
