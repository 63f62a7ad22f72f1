import { dropCached } from './cache.ts'
import { expect, test } from './journey.ts'

test('a post that is linked elsewhere has an image of its own', { tag: '@all' }, async ({
  newMember,
  page,
}) => {
  const { page: writer } = await newMember('painter')
  const data = { title: 'A picture of “this” & that', content: '<p>Words.</p>' }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const { id } = await (await writer.request.post('/api/posts', { data, headers })).json()
  await page.goto(`/post/${id}`)
  const meta = (name: string) => page.locator(`meta[property="${name}"], meta[name="${name}"]`)
  await expect(meta('twitter:card')).toHaveAttribute('content', 'summary_large_image')
  await expect(meta('og:image:alt')).toHaveAttribute('content', data.title)
  const address = (await meta('og:image').getAttribute('content')) ?? ''
  expect(new URL(address).pathname).toMatch(new RegExp(`^/post/${id}/image-`))
  const structured = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(structured ?? '').image).toBe(address)
  const answer = await page.request.get(address, { maxRedirects: 0 })
  expect(answer.headers()['content-type']).toBe('image/png')
  const png = await answer.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('every public page says what it is, and where', { tag: '@all' }, async ({
  newMember,
  request,
  baseURL,
  sql,
}) => {
  const { page: writer, member } = await newMember('herald')
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const write = async (path: string, data: object) => {
    const { id } = await (await writer.request.post(`/api/${path}`, { data, headers })).json()
    return `/${path === 'posts' ? 'post' : path}/${id}`
  }
  const concept = await sql("insert into concepts (name, color) values ($1, '#4f7df3') returning id", [
    `Heralds ${member.username}`,
  ])
  await dropCached(sql, 'concepts')
  // Until the server has dropped its list of concepts, it does not know the new one.
  await expect.poll(async () => (await request.get(`/concepts/${concept.rows[0].id}`)).status()).toBe(200)
  const own = [
    await write('posts', { title: 'A page of its own', content: '<p>Words.</p>' }),
    await write('notes', { content: 'A note of its own' }),
    `/profile/${member.username}`,
    `/profile/${member.username}/followers`,
    `/concepts/${concept.rows[0].id}`,
  ]
  const sitemap = await (await request.get('/sitemaps/pages.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  expect(listed.length).toBeGreaterThan(12)
  const titles = new Map<string, string>()
  for (const asked of new Set([...listed, ...own])) {
    const response = await request.get(asked)
    // A post's address without its title redirects.
    const path = new URL(response.url()).pathname
    const html = await response.text()
    const meta = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)"`).exec(html)?.[1]
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1)
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? ''
    expect(titles.get(title), `${path} is called "${title}"`).toBeUndefined()
    titles.set(title, path)
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:type',
      'og:site_name',
      'twitter:card',
    ])
      expect(meta(name), `${name} of ${path}`).toBeTruthy()
    expect(meta('og:url'), path).toBe(baseURL + path)
    expect(html.match(/<link rel="canonical"/g), path).toHaveLength(1)
    expect(html, path).toContain(`<link rel="canonical" href="${baseURL}${path}"`)
    const image = await request.get(meta('og:image') ?? '')
    expect(image.headers()['content-type'], path).toMatch(/^image\/(png|webp)$/)
  }
  for (const [page, feed] of [
    ['/forum', '/feeds/latest'],
    [own.at(-1), `/feeds${own.at(-1)}`],
    [`/profile/${member.username}`, `/feeds/members/${member.username}`],
  ]) {
    const html = await (await request.get(page ?? '')).text()
    expect(html).toMatch(
      new RegExp(`<link rel="alternate" type="application/atom\\+xml" [^>]*href="${feed}.atom"`),
    )
    expect((await request.get(`${feed}.json`)).status()).toBe(200)
  }
})

test('the forum can be installed', { tag: '@all' }, async ({ page, context }) => {
  await page.goto('/')
  const cdp = await context.newCDPSession(page)
  const { errors } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // Ignores that browsers cannot install applications from the private windows in which tests run.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
