import type { Page } from '@playwright/test'
import { dropCached } from './cache.ts'
import { wake } from './hands.ts'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const UNKNOWN_ID = '0199b3c4-7a1e-7c3b-9d2f-0000000000a1'

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>

async function makeConcept(sql: Sql) {
  const name = `Place ${crypto.randomUUID().slice(0, 8)}`
  const { rows } = await sql(
    "insert into concepts (name, color, description) values ($1, '#4f7df3', 'What it is about.') returning id",
    [name],
  )
  return { id: rows[0]?.id ?? '', name }
}

async function publish(page: Page, title: string, concept_ids: string[]) {
  const data = { title, content: '<p>Words of it.</p>', concept_ids }
  const response = await page.request.post('/api/posts', { data, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every place is whole, has its name and its address', async ({ page, request }) => {
    const places = {
      '/concepts': 'Concepts',
      '/thinkers': 'Thinkers',
      '/resources': 'Resources',
      '/about': 'About The Threshold',
      '/events': 'Events',
      '/best-of': 'Best Of',
      '/art-preview': 'Art Concept Preview',
    }
    for (const [path, heading] of Object.entries(places)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
      const html = await (await request.get(path)).text()
      expect(html, path).toContain(`<link rel="canonical" href="${process.env.BASE_URL}${path}"`)
      expect(html, path).toMatch(/<meta name="description" content="[^"]{30,}"/)
    }
  })

  test('a concept leads to its posts, page after page', { tag: '@all' }, async ({ page, newMember, sql }) => {
    const concept = await makeConcept(sql)
    const { page: writer } = await newMember('conceptual')
    for (let n = 1; n <= 51; n++) await publish(writer, `${concept.name} number ${n}`, [concept.id])
    await page.goto('/concepts')
    const names = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
    const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: concept.name }) })
    await expect(item.getByText('What it is about.')).toBeVisible()
    await expect(item.getByText('51 posts')).toBeVisible()
    await item.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: concept.name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name: /number/ })).toHaveCount(50)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByRole('link', { name: `${concept.name} number 1`, exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Top', exact: true }).click()
    await expect(page).toHaveURL(`/concepts/${concept.id}?sort=top`)
    await page.getByRole('link', { name: concept.name, exact: true }).first().click()
    await expect(page).toHaveURL(`/concepts/${concept.id}`)
  })

  test('a post leads to its concepts', { tag: '@all' }, async ({ page, newMember, sql }) => {
    const concept = await makeConcept(sql)
    const { page: writer } = await newMember('labels')
    await page.goto(`/post/${await publish(writer, 'A post with a label', [concept.id])}`)
    await page.getByRole('article').getByRole('link', { name: concept.name }).click()
    await expect(page.getByRole('heading', { level: 1, name: concept.name })).toBeVisible()
    await expect(page.getByText('1 post', { exact: true })).toBeVisible()
  })

  test('thinkers have a life, works and a website', async ({ page, sql }) => {
    const name = `Zeno ${crypto.randomUUID().slice(0, 8)}`
    await sql(
      `insert into featured_thinkers (name, field_of_expertise, bio, website_url, key_works, born, died)
      values ($1, 'Paradoxes', 'He never arrived.', 'https://zeno.example', '{One,Two,Three,Four}', 1901, 1970)`,
      [name],
    )
    await dropCached(sql, 'thinkers')
    await page.goto('/thinkers')
    const article = page.getByRole('article', { name })
    for (const text of ['Paradoxes', '1901–1970', 'He never arrived.', 'Notable Work', 'Three'])
      await expect(article.getByText(text, { exact: true })).toBeVisible()
    await expect(article.getByText('Four')).toHaveCount(0)
    const website = article.getByRole('link', { name: /Website/ })
    await expect(website).toHaveAttribute('href', 'https://zeno.example')
    await expect(website).toHaveAttribute('target', '_blank')
    await expect(website).toHaveAttribute('rel', /noopener/)
    await sql('delete from featured_thinkers where name = $1', [name])
  })

  test('resources name books, blogs and people', async ({ page }) => {
    await page.goto('/resources')
    const part = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
    await expect(part('Recommended Reading')).toHaveCount(7)
    await expect(part('Blogs')).toHaveCount(11)
    await expect(part('Recommended Reading').getByText('1984')).toBeVisible()
    for (const link of await page.getByRole('region', { name: 'Blogs' }).getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^https:/)
    await part('Leading Transhumanists').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/thinkers#/)
  })

  test('about says what the forum is for, holds to and asks for', { tag: '@all' }, async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('region', { name: 'Our mission' })).toBeVisible()
    const principles = page
      .getByRole('region', { name: 'What we stand for' })
      .getByRole('heading', { level: 3 })
    await expect(principles).toHaveText([
      'Evidence-based reasoning',
      'Ethical consideration',
      'Intellectual humility',
      'Constructive dialogue',
    ])
    const guidelines = page.getByRole('region', { name: 'Community guidelines' })
    await expect(guidelines.getByRole('listitem')).toHaveCount(6)
  })

  test('three works of art have names and words, and fill the screen', { tag: '@all' }, async ({ page }) => {
    await page.goto('/art-preview')
    for (const title of ['Consciousness Ascension', 'Enhanced Library', 'Enhanced Anatomy']) {
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
      await expect(page.getByRole('img', { name: title })).toBeVisible()
      await page.getByRole('button', { name: `Full screen view of ${title}` }).click()
      const screen = page.getByRole('dialog', { name: title })
      await expect(screen).toBeVisible()
      expect(await screen.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
      if (title === 'Enhanced Library') await page.keyboard.press('Escape')
      else await screen.getByRole('button', { name: 'Close' }).click()
      await expect(screen).toBeHidden()
    }
  })

  test('nothing is planned, in the same words everywhere', { tag: '@all' }, async ({ page }) => {
    for (const path of ['/events', '/community']) {
      await page.goto(path)
      await expect(page.getByText('No events are scheduled.')).toBeVisible()
    }
  })

  test('what is voted for is among the best of its month and year', { tag: '@all' }, async ({
    page,
    newMember,
    sql,
  }) => {
    const { page: writer } = await newMember('valued')
    const title = `Valued ${crypto.randomUUID().slice(0, 8)}`
    const id = await publish(writer, title, [])
    await sql('update posts set votes_score = 9999 where id = $1', [id])
    // Retries, because the best posts are updated every ten seconds.
    await expect(async () => {
      await page.goto('/best-of')
      await expect(page.getByRole('link', { name: title })).toHaveCount(2, { timeout: 500 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByText('9999 points')).toHaveCount(2)
    await writer.request.delete(`/api/posts/${id}`, { headers: CSRF })
    await page.reload()
    await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  })
})

test('a concept without posts asks for the first, which comes with the concept', async ({
  newMember,
  sql,
}) => {
  const concept = await makeConcept(sql)
  await dropCached(sql, 'concepts')
  const { page } = await newMember('first')
  // The HTML from the server already shows the empty list. The page must not request it again, because
  // nothing may move during a click.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/posts?')) asked.push(request.url())
  })
  await page.goto(`/concepts/${concept.id}`)
  await expect(page.getByText('No posts found for this concept yet')).toBeVisible()
  await page.getByRole('link', { name: 'Create the first post' }).click()
  await expect(page).toHaveURL(`/create-post?concept=${concept.id}`)
  expect(asked).toEqual([])
  await expect(page.getByRole('checkbox', { name: concept.name })).toBeChecked()
  await page.getByLabel('Title').fill(`The first of ${concept.name}`)
  await page.getByLabel('Content').fill('Somebody has to begin.')
  await page.getByRole('button', { name: 'Publish Post' }).click()
  await expect(page.getByText('Post created successfully')).toBeVisible()
  await page.goto(`/concepts/${concept.id}`)
  await expect(page.getByRole('link', { name: `The first of ${concept.name}` })).toBeVisible()
})

test('no such concept is a real 404', { tag: '@all' }, async ({ request }) => {
  for (const id of [UNKNOWN_ID, 'nonsense', '%00']) {
    const response = await request.get(`/concepts/${id}`)
    expect(response.status(), id).toBe(404)
    expect(await response.text()).toContain('Category not found')
    expect((await request.get(`/api/concepts/${id}`)).status(), id).toBe(404)
  }
})

test('the list of a concept grows as one scrolls, and its places lead on within the application', {
  tag: '@all',
}, async ({ page, newMember, sql }) => {
  const concept = await makeConcept(sql)
  const { page: writer } = await newMember('scrolls')
  for (let n = 1; n <= 55; n++) await publish(writer, `${concept.name} scroll ${n}`, [concept.id])
  await page.goto(`/concepts/${concept.id}`)
  const posts = page.getByRole('main').getByRole('heading', { level: 2, name: /scroll/ })
  await expect(posts).toHaveCount(50)
  await page.mouse.move(9, 9)
  await expect(async () => {
    await page.mouse.wheel(0, 20_000)
    await expect(posts).toHaveCount(55, { timeout: 500 })
  }).toPass()
  await page.evaluate(() => scrollTo(0, 0))
  for (const [link, heading] of [
    ['All concepts', 'Concepts'],
    ['Thinkers', 'Thinkers'],
    ['About', 'About The Threshold'],
    ['Events', 'Events'],
    ['Art', 'Art Concept Preview'],
    ['Best Of', 'Best Of'],
    ['Resources', 'Resources'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  }
})

test.describe('the failure of a list', () => {
  test.use({ expected: [/thinkers could not be loaded|500/] })

  test('where the thinkers cannot be loaded the page says that they are to come', { tag: '@all' }, async ({
    page,
  }) => {
    await page.goto('/about')
    await page.route('**/api/thinkers', (route) => route.fulfill({ status: 500, json: {} }))
    await wake(page)
    await page.getByRole('link', { name: 'Thinkers', exact: true }).click()
    await expect(page.getByText('No featured thinkers yet')).toBeVisible()
    await expect(page.getByText('Coming soon')).toBeVisible()
  })
})

test.describe('a missing page', () => {
  test.use({ expected: [/404/] })

  test('the server hears of a missing page that the application was led to', { tag: '@all' }, async ({
    page,
  }) => {
    await page.goto('/about')
    await wake(page)
    const missing = `/missing-${crypto.randomUUID().slice(0, 8)}`
    const received = page.waitForResponse((response) => response.url().endsWith(missing))
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href })
      document.body.append(link)
      // Clicks in a later task, because the click reloads the page and would interrupt `evaluate`.
      setTimeout(() => link.click())
    }, missing)
    expect((await received).status()).toBe(404)
    await expect(page.getByText('404', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})
