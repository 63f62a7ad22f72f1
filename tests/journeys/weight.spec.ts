import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { wake } from './hands.ts'
import { expect, test } from './journey.ts'

const KB = 1024
/** What a page may bring along, in bytes of gzip (fonts as they are): budgets.md, "Size and smoothness". */
const READING = { script: 15 * KB, css: 25 * KB, html: 30 * KB, font: 120 * KB }
const APPLICATION = 220 * KB
/** What watches the connection comes when the page is at rest, and is no part of it: features/offline/connection.ts. */
const LATE = 3 * KB
const IS_LATE = /\/assets\/(connection|notice)-/

for (const kind of ['home', 'list', 'post'] as const) {
  test(`the ${kind} page keeps to what it may weigh`, async ({ page, newMember, baseURL }) => {
    const { page: writer } = await newMember('heavy')
    const path = await pathOf(kind, writer)
    const weights = weigh(page)
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready.then(() => true))
    const reading = await weights(baseURL ?? '')
    for (const [type, limit] of Object.entries(READING)) {
      // The home page shows what others have just written, whose letters may bring fonts of their own.
      if (type === 'font' && kind === 'home') continue
      expect(reading[type as keyof typeof READING], type).toBeGreaterThan(0)
      expect(reading[type as keyof typeof READING], type).toBeLessThanOrEqual(limit)
    }
    await wake(page)
    const { script, late } = await weights(baseURL ?? '')
    expect(late).toBeLessThanOrEqual(LATE)
    expect(script).toBeGreaterThan(READING.script)
    expect(script).toBeLessThanOrEqual(APPLICATION)
  })
}

/** Adds up what arrives; nothing may come from another host. */
function weigh(page: Page) {
  const arriving: Promise<{ kind: string; url: string; bytes: number }>[] = []
  page.on('response', (response) => {
    if (response.request().method() !== 'GET') return
    const kind = response.request().resourceType()
    const bytes = response.body().then((body) => (kind === 'font' ? body : gzipSync(body)).byteLength)
    const arrived = bytes.then((bytes) => ({ kind, url: response.url(), bytes }))
    // What is still on its way when the page is closed was no part of it.
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
      script: sum('script') - late,
      css: sum('stylesheet'),
      html: sum('document'),
      font: sum('font'),
    }
  }
}

/** The list is of its own posts. */
async function pathOf(kind: 'home' | 'list' | 'post', writer: Page): Promise<string> {
  if (kind === 'home') return '/'
  const mark = crypto.randomUUID().slice(0, 8)
  const data = {
    title: `The weight of ${mark}`,
    content: `<p>${'Words <em>that</em> weigh. '.repeat(200)}</p>`,
  }
  const headers = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
  const response = await writer.request.post('/api/posts', { data, headers })
  return kind === 'post' ? `/post/${(await response.json()).id}` : `/forum?search=${mark}`
}
