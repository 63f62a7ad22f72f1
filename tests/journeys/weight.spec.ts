import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { dropCached } from './cache.ts'
import { wake } from './hands.ts'
import { expect, test } from './journey.ts'

type Sql = Parameters<typeof dropCached>[0]

const KB = 1024
/** Maximum weight of a page in bytes: gzipped for script and CSS, as received for fonts and HTML (Brotli). */
const READING = { script: 15 * KB, css: 25 * KB, html: 30 * KB, font: 120 * KB }
/** Maximum weight of all scripts in gzipped bytes, after the first interaction has loaded the application. */
const APPLICATION = 220 * KB
const APPLICATION_FILES = 6
/** Maximum weight of the connection monitor, which loads in idle time (shell/offline/connection.ts). */
const LATE = 3 * KB
const IS_LATE = /\/assets\/connection-/

for (const kind of ['home', 'list', 'post'] as const) {
  test(`the ${kind} page keeps to what it may weigh`, { tag: '@all' }, async ({
    page,
    newMember,
    baseURL,
    sql,
  }) => {
    const { page: writer, member } = await newMember('heavy')
    const path = kind === 'list' ? await makeList(sql, member.username) : await pathOf(kind, writer)
    // Puts the pointer on the page before it loads. A resting pointer must not load the application.
    await page.mouse.move(400, 300)
    const weights = weigh(page)
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready.then(() => true))
    const reading = await weights(baseURL ?? '')
    for (const [type, limit] of Object.entries(READING)) {
      // The home page shows content of other tests, whose characters may need additional fonts.
      if (type === 'font' && kind === 'home') continue
      expect(reading[type as keyof typeof READING], type).toBeGreaterThan(0)
      expect(reading[type as keyof typeof READING], type).toBeLessThanOrEqual(limit)
    }
    await wake(page)
    const { script, late, files } = await weights(baseURL ?? '')
    expect(files).toBeLessThanOrEqual(APPLICATION_FILES)
    expect(late).toBeLessThanOrEqual(LATE)
    expect(script).toBeGreaterThan(READING.script)
    expect(script).toBeLessThanOrEqual(APPLICATION)
  })
}

const RECEIVED = new Set(['font', 'document'])

/** Adds up the size of all responses. Expects that none comes from another host. */
function weigh(page: Page) {
  const arriving: Promise<{ kind: string; url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (response.request().method() !== 'GET') return
    const kind = response.request().resourceType()
    const bytes = RECEIVED.has(kind)
      ? response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize)
      : response.body().then((body) => gzipSync(body).byteLength)
    const arrived = bytes.then((bytes) => ({ kind, url: response.url(), bytes }))
    // Ignores requests that are still open when the page closes.
    arrived.catch(() => undefined)
    arriving.push(arrived)
  })
  return async (origin: string) => {
    const arrived = await Promise.all(arriving)
    expect(arrived.filter(({ url }) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([])
    const sum = (type: string) =>
      arrived.reduce((all, { kind, bytes }) => all + (kind === type ? bytes : 0), 0)
    const late = arrived.reduce((all, { url, bytes }) => all + (IS_LATE.test(url) ? bytes : 0), 0)
    return {
      late,
      files: arrived.filter(({ kind, url }) => kind === 'script' && !IS_LATE.test(url)).length,
      script: sum('script') - late,
      css: sum('stylesheet'),
      html: sum('document'),
      font: sum('font'),
    }
  }
}

async function pathOf(kind: 'home' | 'post', writer: Page): Promise<string> {
  if (kind === 'home') return '/'
  const data = {
    title: `The weight of ${crypto.randomUUID()}`,
    content: `<p>${'Words <em>that</em> weigh. '.repeat(200)}</p>`,
  }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const response = await writer.request.post('/api/posts', { data, headers })
  return `/post/${(await response.json()).id}`
}

/** Creates fifty varied posts. They are a year old, so that they do not displace other tests' posts. */
async function makeList(sql: Sql, username: string): Promise<string> {
  const mark = `weigh${crypto.randomUUID().slice(0, 8)}`
  const documents = ['architecture', 'database', 'development', 'api']
  const text = documents.map((name) => readFileSync(`docs/${name}.md`, 'utf8')).join('\n')
  const words = text.match(/[\w’'-]+[.,]?/g) ?? []
  const texts = Array.from({ length: 50 }, (_, n) => words.slice(n * 50, n * 50 + 60).join(' '))
  await sql(
    `insert into posts (title, content, content_text, author_id, created_at)
     select left(words, 60) || ' ' || $1, '<p>' || words || '</p>', words, p.id, now() - interval '1 year' - n * interval '1 day'
     from profiles p, unnest($2::text[]) with ordinality as t (words, n) where p.username = $3`,
    [mark, texts, username],
  )
  await dropCached(sql, 'posts')
  return `/forum?search=${mark}`
}
