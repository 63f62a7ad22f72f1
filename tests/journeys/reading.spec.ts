import type { Page } from '@playwright/test'
import { dropCached } from './cache.ts'
import { moveMouse, restingPlace } from './hands.ts'
import { expect, test } from './journey.ts'

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link')

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'What just happened' }).getByText(text)

/** Creates a new concept, so that its lists contain no posts of other tests. */
async function makeConcept(sql: Sql) {
  const name = `Concept ${crypto.randomUUID().slice(0, 8)}`
  const { rows } = await sql('insert into concepts (name, color) values ($1, $2) returning id', [
    name,
    '#8888ff',
  ])
  return { id: rows[0]?.id ?? '', name }
}

/** Creates posts in this concept. Number n is n hours old and has n points. */
async function makePosts(sql: Sql, concept: string, count: number) {
  const { rows } = await sql(
    `insert into posts (title, content, content_text, created_at, votes_score)
     select 'Number ' || n, '<p>Words of number ' || n || '.</p>', 'Words of number ' || n || '.', now() - n * interval '1 hour', n
     from generate_series(1, $1::int) as n returning id, title`,
    [count],
  )
  await sql('insert into post_concepts select id, $1, 0 from unnest($2::uuid[]) as id', [
    concept,
    rows.map((row) => row.id),
  ])
  return new Map(rows.map((row) => [row.title ?? '', row.id ?? '']))
}

/** Sets a variable in the page. It survives client-side navigation, but not a page load. */
const remember = (page: Page) => page.evaluate(() => Object.assign(window, { remembered: true }))
const isRemembered = (page: Page) => page.evaluate(() => 'remembered' in window)

/** Moves the mouse and waits, because the page loads its JavaScript on the first interaction. */
async function wake(page: Page) {
  await moveMouse(page)
  await expect.poll(() => page.evaluate(() => '$_TSR' in window)).toBe(false)
}

test('sort, time and concepts are in the address, and the way back leads through them', async ({
  page,
  sql,
}) => {
  const concept = await makeConcept(sql)
  await makePosts(sql, concept.id, 30)
  await dropCached(sql, 'posts', 'concepts')
  await page.goto('/forum')
  await wake(page)
  await remember(page)
  await page.getByRole('region', { name: 'Filters' }).getByText('Concepts', { exact: true }).click()
  await page.getByRole('group').getByRole('link', { name: concept.name }).click()
  await expect(page).toHaveURL(`/forum?concepts=${concept.id}`)
  await expect(cards(page)).toHaveCount(30)
  await expect(cards(page).first()).toHaveText('Number 1')
  await page.getByRole('link', { name: 'Top', exact: true }).click()
  await expect(cards(page).first()).toHaveText('Number 30')
  for (const name of ['All Time', 'Today', 'This Month', 'This Year'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(`/forum?sort=top&time=day&concepts=${concept.id}`)
  await expect(cards(page).first()).toHaveText('Number 23')
  await page.getByRole('link', { name: 'Oldest' }).click()
  await page.getByRole('link', { name: 'Today (remove)' }).click()
  await expect(cards(page).first()).toHaveText('Number 30')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`/forum?sort=top&time=day&concepts=${concept.id}`)
  await expect(cards(page).first()).toHaveText('Number 23')
  expect(await isRemembered(page)).toBe(true)
})

test('a list grows as one scrolls, each post once, and is where one left it', async ({ page, sql }) => {
  const concept = await makeConcept(sql)
  await makePosts(sql, concept.id, 120)
  await page.goto(`/forum?concepts=${concept.id}`)
  await expect(cards(page)).toHaveCount(50)
  await wake(page)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(cards(page)).toHaveCount(120, { timeout: 500 })
  }).toPass()
  const titles = await cards(page).allTextContents()
  expect(titles).toEqual(Array.from({ length: 120 }, (_, index) => `Number ${index + 1}`))
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  const place = page.getByRole('link', { name: 'Number 87', exact: true })
  await place.scrollIntoViewIfNeeded()
  // The wheel may still be scrolling.
  await restingPlace(page)
  const before = await place.boundingBox()
  await place.click()
  await expect(page.getByText('Words of number 87.')).toBeVisible()
  await page.goBack()
  await expect(place).toBeInViewport()
  await restingPlace(page)
  expect(Math.abs(((await place.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
})

test('the application finds in the page exactly what stands there', async ({ page, sql, newMember }) => {
  const concept = await makeConcept(sql)
  const ids = await makePosts(sql, concept.id, 4)
  const { member } = await newMember('nameless')
  const more: string[] = []
  for (let n = 1; n <= 4; n++) more.push((await makeConcept(sql)).id)
  await sql(
    'insert into post_concepts select $1, id, n from unnest($2::uuid[]) with ordinality as c (id, n)',
    [ids.get('Number 1'), more],
  )
  await sql(
    `update posts set votes_score = -1204, view_count = 1234567, is_pinned = true,
       author_id = (select id from profiles where username = $2) where id = $1`,
    [ids.get('Number 1'), member.username],
  )
  await sql('update posts set title = $2 where id = $1', [ids.get('Number 2'), '<b> & “quotes”, 1,204'])
  for (const address of [`concepts=${concept.id}`, `concepts=${concept.id}&search=words`]) {
    await page.goto(`/forum?${address}`)
    const list = page.getByRole('main').getByRole('list').filter({ hasText: 'Number 4' })
    const texts = () =>
      list.evaluate((element) => element.innerHTML.replace(/<time.*?<\/time>|style=".*?"/g, ''))
    const before = await texts()
    await wake(page)
    expect(await texts()).toBe(before)
  }
  await page.goto(`/forum?concepts=${concept.id}`)
  const first = page.getByRole('listitem').filter({ hasText: 'Number 1' })
  await expect(first).toContainText('-1.2k points')
  await expect(first.getByText('+2 more')).toBeVisible()
})

test('an address with a broken place begins at the beginning', { tag: '@all' }, async ({ page, sql }) => {
  const concept = await makeConcept(sql)
  await makePosts(sql, concept.id, 2)
  for (const more of ['cursor=garbage', 'sort=bogus', 'time=never', 'sort=top&cursor=WzIsIngiXQ']) {
    const response = await page.goto(`/forum?concepts=${concept.id}&${more}`)
    expect(response?.status(), more).toBe(200)
    await expect(cards(page)).toHaveCount(2)
  }
})

test.describe('a search', () => {
  test('marks what it found, whatever the script and the accents', async ({ page, sql }) => {
    const mark = `q${crypto.randomUUID().replace(/\W/g, '').slice(0, 10)}`
    const texts = [`${mark} Un cœur naïf en été`, `${mark} 意识与人工智能`]
    for (const text of texts)
      await sql("insert into posts (title, content, content_text) values ($1, '<p>' || $1 || '</p>', $1)", [
        text,
      ])
    await page.goto(`/forum?search=${mark}+naif`)
    await expect(cards(page)).toHaveText(texts[0] ?? '')
    await expect(page.getByRole('main').locator('mark').first()).toHaveText(mark)
    await expect(page.getByRole('main').locator('mark', { hasText: 'naïf' }).first()).toBeVisible()
    await page.getByRole('banner').getByRole('searchbox').fill(`${mark} 意识`)
    await page.keyboard.press('Enter')
    await expect(cards(page)).toHaveText(texts[1] ?? '')
    await expect(page.getByRole('main').locator('mark', { hasText: '意识' }).first()).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('relevance')
  })

  test('for nonsense says so and offers to write', { tag: '@all' }, async ({ page }) => {
    await page.goto('/forum?search=xyzzyplugh')
    await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
    const create = page.getByRole('main').getByRole('link', { name: 'Create Post' })
    await expect(create.last()).toHaveAttribute('href', '/create-post-rich')
  })
})

test('top and latest have fifty posts each', async ({ page, sql }) => {
  const concept = await makeConcept(sql)
  await makePosts(sql, concept.id, 51)
  for (const path of ['/posts/top', '/posts/latest']) {
    await page.goto(path)
    await expect(cards(page)).toHaveCount(50)
  }
})

test('a post leads to its author, its forum and related discussions', async ({ page, sql, newMember }) => {
  const { member } = await newMember('author')
  const concept = await makeConcept(sql)
  const ids = await makePosts(sql, concept.id, 8)
  const id = ids.get('Number 3')
  await sql(
    'update posts set is_pinned = true, author_id = (select id from profiles where username = $2) where id = $1',
    [id, member.username],
  )
  await page.goto(`/post/${id}`)
  const article = page.getByRole('article').first()
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('Number 3')
  await expect(article.getByText('Pinned')).toBeVisible()
  await expect(article.getByText(concept.name)).toBeVisible()
  await expect(article.getByRole('link', { name: `@${member.username}` })).toHaveAttribute(
    'href',
    `/profile/${member.username}`,
  )
  await expect(article.getByText('about 3 hours ago')).toBeVisible()
  const related = page.getByRole('complementary', { name: 'Related Discussions' })
  await expect(related.getByRole('link')).toHaveText(
    [8, 7, 6, 5, 4].map((n) => `Number ${n}Unknown · ${n} points`),
  )
  await wake(page)
  await remember(page)
  await related.getByRole('link', { name: 'Number 8' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 8')
  await expect(page.getByRole('article').first().getByText('Unknown')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Forum' }).click()
  await expect(page).toHaveURL('/forum')
  expect(await isRemembered(page)).toBe(true)
})

test('a view is counted once a day, with and without the application', { tag: '@all' }, async ({
  page,
  sql,
}) => {
  const ids = await makePosts(sql, (await makeConcept(sql)).id, 2)
  const [first, second] = [ids.get('Number 1'), ids.get('Number 2')]
  const viewsOf = async (id: string | undefined) => {
    const { rows } = await sql('select view_count from posts where id = $1', [id])
    return Number(rows[0]?.view_count)
  }
  await page.goto(`/post/${first}`)
  await expect.poll(() => viewsOf(first)).toBe(1)
  await wake(page)
  await page.getByRole('link', { name: 'Number 2' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 2')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Number 1')
  await expect.poll(() => viewsOf(second)).toBe(1)
  const sent = page.waitForResponse((response) => response.url().endsWith('/views'))
  await page.reload()
  expect((await sent).ok()).toBe(true)
  expect(await viewsOf(first)).toBe(1)
})

test('a post is shared by its link', { tag: '@all' }, async ({ page, context, sql }) => {
  const ids = await makePosts(sql, (await makeConcept(sql)).id, 1)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.goto(`/post/${ids.get('Number 1')}`)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Could not copy link')).toBeVisible()
})

test.describe('a post that is not there', () => {
  test.use({ expected: [/404|500/] })

  test('is said to be missing, in the application too', async ({ page, sql }) => {
    const ids = await makePosts(sql, (await makeConcept(sql)).id, 2)
    const [first, second] = [ids.get('Number 1'), ids.get('Number 2')]
    await page.goto(`/post/${first}`)
    await wake(page)
    await remember(page)
    await sql('delete from posts where id = $1', [second])
    await page.getByRole('link', { name: 'Number 2' }).click()
    await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
    await expect(page.getByText("The post you're looking for doesn't exist.")).toBeVisible()
    expect(await isRemembered(page)).toBe(true)
    await page.getByRole('link', { name: 'Back to Forum' }).click()
    await expect(page).toHaveURL('/forum')
  })

  test('because it cannot be loaded leaves its reader in the forum, and says so', { tag: '@all' }, async ({
    page,
    sql,
  }) => {
    const ids = await makePosts(sql, (await makeConcept(sql)).id, 2)
    await page.goto(`/post/${ids.get('Number 1')}`)
    await wake(page)
    // Delays the request that hovering starts, so that it is still open when the click follows.
    await page.route(`**/api/posts/${ids.get('Number 2')}`, async (route) => {
      await expect(page).toHaveURL(`/post/${ids.get('Number 2')}/number-2`)
      await route.fulfill({ status: 500, body: '{}' })
    })
    await page.getByRole('link', { name: 'Number 2' }).click()
    await expect(toast(page, 'Error loading post')).toBeVisible()
    await expect(toast(page, 'The post could not be found.')).toBeVisible()
    await expect(page).toHaveURL('/forum')
  })
})

test.describe('when the concepts cannot be loaded', () => {
  test.use({ expected: [/500/] })

  test('the forum says so and goes on', { tag: '@all' }, async ({ page }) => {
    await page.route('**/api/concepts', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/about')
    await wake(page)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click()
    await expect(toast(page, 'Failed to load categories')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible()
  })
})

test('what somebody wrote is text, whatever it looks like', async ({ page, newMember }) => {
  const { page: writer } = await newMember('hostile')
  const title = `</script><img src=x onerror="document.title='pwned'"> “quotes” & 'more' ${crypto.randomUUID()}`
  const data = { title, content: 'a </script><script>document.title="pwned"</script>', format: 'plain' }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const { id } = await (await writer.request.post('/api/posts', { data, headers })).json()
  for (const path of [`/post/${id}`, '/forum', `/forum?search=${encodeURIComponent(title.slice(-36))}`]) {
    await page.goto(path)
    await wake(page)
    await expect(page.getByText(title).first()).toBeVisible()
    expect(await page.title()).not.toBe('pwned')
  }
})

test('members vote and bookmark in the list, visitors see the score', { tag: '@all' }, async ({
  page,
  newMember,
  sql,
}) => {
  const concept = await makeConcept(sql)
  await makePosts(sql, concept.id, 3)
  const path = `/forum?concepts=${concept.id}`
  await page.goto(path)
  await wake(page)
  const card = page.getByRole('listitem').filter({ hasText: 'Number 3' })
  await expect(card).toContainText('3 points')
  await expect(card.getByRole('button')).toHaveCount(0)
  const { page: own } = await newMember('voter')
  await own.goto(path)
  const theirs = own.getByRole('listitem').filter({ hasText: 'Number 3' })
  await theirs.getByRole('button', { name: 'Vote up' }).click()
  await expect(theirs.getByRole('group', { name: 'Vote on this post' })).toContainText('4')
  await theirs.getByRole('button', { name: 'Bookmark' }).click()
  await expect(toast(own, 'Post bookmarked')).toBeVisible()
  await expect.poll(async () => (await page.request.get(path)).text()).toMatch(/>4<\/span> (<!-- -->)?points/)
})

test('on paper there are the words, the day and the points, and nothing to be pressed', {
  tag: '@all',
}, async ({ page, sql }) => {
  const concept = await makeConcept(sql)
  const posts = await makePosts(sql, concept.id, 2)
  await page.goto(`/post/${posts.get('Number 2')}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Words of number 2.')).toBeVisible()
  await expect(page.getByText('points', { exact: true })).toBeVisible()
  for (const role of ['button', 'navigation', 'banner', 'textbox', 'searchbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  const day = await page.locator('time').evaluate((time) => getComputedStyle(time, '::after').content)
  expect(day).toMatch(/^"\d{1,2} \w+ \d{4}, \d\d:\d\d UTC"$/)
})
