import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { get } from 'node:http'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { postHref } from '../../src/shared/branding/item-address.ts'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

/** Publishes a post over the API as the member signed in through `request`. */
async function publish(request: APIRequestContext, title: string, content = '<p>Words to read.</p>') {
  const response = await request.post('/api/posts', { data: { title, content }, headers: CSRF })
  expect(response.status()).toBe(201)
  return ((await response.json()) as { id: string }).id
}

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`

test('a post is whole in the HTML, for readers without script and for machines', async ({
  newMember,
  request,
}) => {
  const { page, member } = await newMember('writer')
  const title = unique('Continuity is a habit')
  const text = 'Each morning there is somebody to greet the new cell, and that somebody was there yesterday. '
  const id = await publish(
    page.request,
    title,
    `<p>${text.repeat(4)}</p><blockquote>So it is said.</blockquote>`,
  )
  const response = await request.get(`/post/${id}`)
  expect(response.status()).toBe(200)
  const html = await response.text()
  expect(html).toContain(`<title>${title} | The Threshold</title>`)
  expect(html).toMatch(/<meta name="description" content="Each morning there is somebody[^"]*(…|\.\.\.)"/)
  for (const property of ['og:title', 'og:description', 'og:url', 'og:type', 'og:site_name'])
    expect(html).toContain(`property="${property}"`)
  expect(html).toContain(`<link rel="canonical" href="${process.env.BASE_URL}${postHref({ id, title })}"`)
  const article = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
  expect(article).toMatchObject({ '@type': 'Article', headline: title, author: { '@type': 'Person' } })
  expect(article.datePublished).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(article.dateModified).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(html).toContain('<blockquote dir="auto">So it is said.</blockquote>')
  expect(html).toContain(`@${member.username}`)
})

test('what is not there is a real 404, with the words of the place', async ({ request }) => {
  for (const id of ['0199b3c4-7a1e-7c3b-9d2f-008b03506891', 'nonsense', '%00']) {
    const response = await request.get(`/post/${id}`)
    expect(response.status(), id).toBe(404)
    const html = await response.text()
    expect(html).toContain('Post not found')
    expect(html.replaceAll('&#x27;', "'")).toContain("The post you're looking for doesn't exist.")
    expect(html).toContain('Back to Forum')
  }
  const response = await request.get('/no/such/place')
  expect(response.status()).toBe(404)
  expect(await response.text()).toContain('Oops! Page not found')
})

test('a page is the same bytes for guest and member, and never speaks of a person', async ({
  newMember,
  request,
}) => {
  const { page, member } = await newMember('reader')
  await publish(page.request, unique('Seen by all'))
  for (const path of ['/', '/forum', '/posts/top', '/auth', '/create-post-rich', '/bookmarks']) {
    // Retries, because the server renders the page anew every ten seconds, perhaps between the two requests.
    await expect(async () => {
      const [asGuest, asMember] = await Promise.all([request.get(path), page.request.get(path)])
      expect(asMember.status(), path).toBe(asGuest.status())
      expect(await digest(asMember), path).toBe(await digest(asGuest))
      expect(asMember.headers()['set-cookie'], path).toBeUndefined()
      expect(await asMember.text()).not.toContain(member.email)
    }).toPass()
  }
})

test('a cached page changes within a second of a write that touches it', async ({ newMember, request }) => {
  const { page } = await newMember('quick')
  const id = await publish(page.request, unique('Before'))
  const forum = async () => (await request.get('/forum')).text()
  await forum()
  const title = unique('After')
  await page.request.patch(`/api/posts/${id}`, { data: { title }, headers: CSRF })
  await expect.poll(forum, { timeout: 1000, intervals: [50] }).toContain(title)
  await expect.poll(async () => (await request.get(`/post/${id}`)).text(), { timeout: 1000 }).toContain(title)
  await page.request.delete(`/api/posts/${id}`, { headers: CSRF })
  await expect.poll(forum, { timeout: 1000, intervals: [50] }).not.toContain(title)
  expect((await request.get(`/post/${id}`)).status()).toBe(404)
})

test('whatever stands in the place of a name or an id, there is no such page, and nothing breaks', {
  tag: '@all',
}, async ({ request }) => {
  const hostile = [
    'x'.repeat(101),
    'x'.repeat(5000),
    '%00',
    'a%00b',
    '%ff',
    '%E0%A4%A',
    '%F0%9F%A7%A0',
    '..%2f..',
    '%5c',
    '%27--',
    'a%20b',
  ]
  const routes = readdirSync('src/routes').filter((file) => file.includes('$'))
  expect(routes.length).toBeGreaterThan(5)
  for (const file of routes)
    for (const value of hostile) {
      const path = `/${file
        .replace('.tsx', '')
        .replace('.{-$slug}', '')
        .replaceAll('.', '/')
        .replaceAll('_', '')
        .replace(/\$\w+/, () => value)}`
      const page = await request.get(path, { maxRedirects: 0 })
      // The forum refuses paths that are not valid UTF-8.
      expect(page.status(), path).toBe(isText(value) ? 404 : 400)
    }
  const { paths } = await (await request.get('/api/openapi.json')).json()
  for (const [path, methods] of Object.entries(paths as Record<string, object>))
    for (const value of hostile) {
      if (!('get' in methods) || !path.includes('{')) continue
      const address = `/api${path.replace(/\{\w+\}/g, () => value)}`
      expect((await request.get(address)).status(), address).toBeLessThan(500)
    }
})

test('a path with two slashes is one of ours, never another host', { tag: '@all' }, async ({ baseURL }) => {
  for (const [path, to] of [
    ['//evil.example/x', '/evil.example/x'],
    ['///forum?sort=top', '/forum?sort=top'],
  ] as const) {
    const { status, location } = await getExactly(baseURL ?? '', path)
    expect([path, status, location]).toEqual([path, 308, to])
  }
  expect(await getExactly(baseURL ?? '', '/\\evil.example')).toEqual({ status: 400 })
})

test('every answer protects itself', async ({ request }) => {
  for (const path of ['/', '/forum', '/api/posts', '/api/me', '/api/docs', '/healthz', '/nowhere']) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy'], path).not.toMatch(/script-src[^;]*unsafe/)
  }
})

test('the policy of a page allows its own inline scripts, and no other', async ({ request }) => {
  for (const path of ['/', '/forum', '/notes', '/resources', '/profile/nobody-of-that-name', '/nowhere']) {
    const response = await request.get(path)
    const html = await response.text()
    const scripts = Array.from(
      html.matchAll(/<script(?![^>]* (?:src=|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g),
      ([, text]) => text,
    )
    const hashes = scripts.map((text = '') => createHash('sha256').update(text).digest('base64'))
    const policy = response.headers()['content-security-policy'] ?? ''
    const allowed = Array.from(policy.matchAll(/'sha256-([^']+)'/g), ([, hash]) => hash)
    expect(allowed.length, path).toBeGreaterThan(1)
    expect(new Set(allowed), path).toEqual(new Set(hashes))
    expect(html, path).not.toContain('nonce')
  }
})

test('the API refuses what it cannot read, in words', { tag: '@all' }, async ({ newMember, request }) => {
  const { page } = await newMember('rough')
  const send = (data: string) =>
    page.request.post('/api/posts', { data, headers: { ...CSRF, 'content-type': 'application/json' } })
  expect((await send('{"title":')).status()).toBe(400)
  expect((await send(JSON.stringify({ title: 'x'.repeat(1_100_000), content: 'y' }))).status()).toBe(413)
  const wrong = await send(JSON.stringify({ title: '', content: '<p>x</p>' }))
  expect(wrong.status()).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'BAD_REQUEST', data: { field: 'title' } })
  const nul = await send(JSON.stringify({ title: 'a\u0000b', content: '<p>x</p>' }))
  expect(nul.status()).toBeLessThan(500)
  const missing = await request.get('/api/nothing')
  expect(missing.status()).toBe(404)
  expect(await missing.json()).toMatchObject({ code: 'NOT_FOUND' })
  const anonymous = await request.post('/api/posts', { data: { title: 'x', content: 'y' } })
  expect([401, 403]).toContain(anonymous.status())
  const forged = await page.request.post('/api/posts', { data: { title: 'x', content: 'y' } })
  expect(forged.status()).toBe(403)
})

test('the API describes itself', { tag: '@all' }, async ({ request, page }) => {
  const description = await (await request.get('/api/openapi.json')).json()
  expect(description.openapi).toMatch(/^3\.1/)
  expect(Object.keys(description.paths)).toContain('/posts/{id}/vote')
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API')
  await page.getByText('/posts/{id}/vote').click()
  await expect(page.locator('details[open]').getByText('vote_type').first()).toBeVisible()
})

test('probes and metrics answer this machine', { tag: '@all' }, async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  expect((await request.get('/readyz')).status()).toBe(200)
  expect(await (await request.get('/metrics')).text()).toContain('page_cache_hits')
  expect((await request.get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } })).status()).toBe(
    404,
  )
})

function isText(encoded: string): boolean {
  try {
    return decodeURIComponent(encoded) !== ''
  } catch {
    return false
  }
}

/** Requests exactly this path. Clients such as fetch would normalise it. */
function getExactly(
  origin: string,
  path: string,
): Promise<{ status: number | undefined; location: string | undefined }> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers: { host: 'evil.example' } }, (response) => {
      const { statusCode, headers } = response.resume()
      resolve({ status: statusCode, location: headers.location })
    }).on('error', reject)
  })
}

async function digest(response: APIResponse): Promise<string> {
  return createHash('sha256')
    .update(await response.body())
    .digest('hex')
}
