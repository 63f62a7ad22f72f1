import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { blockingTime, type LongTask, layoutShift, type Round, type Shift } from './figures.ts'
import { type Place, wake, withPage } from './pages.ts'

/** A telephone of the middle: four times slower than this machine, 1.6 Mbit/s, 150 ms there and back. */
const SLOWER = 4
const BYTES_PER_SECOND = 1_600_000 / 8
const ROUND_TRIP_MS = 150
/** Milliseconds after everything has loaded until the page is at rest (starter.ts: what comes late comes after two seconds). */
const AT_REST = 4000
/** What watches the connection comes when the page is at rest, and is no part of what it takes to read. */
const IS_LATE = /\/assets\/(connection|notice)-/

/** What a guest sees and waits for who comes for the first time, and what comes once they act. */
export async function measureArrival(place: Place, name: 'list' | 'post', path: string): Promise<Round> {
  return withPage(place, 'guest', async (page) => {
    await slowDown(page)
    await page.addInitScript(observe)
    const weights = weigh(page)
    await page.goto(path, { waitUntil: 'load' })
    await page.waitForTimeout(AT_REST)
    const { largestPaint, firstPaint, tasks, shifts } = await page.evaluate(() => window.arrival)
    const reading = await weights()
    await wake(page)
    await page.waitForTimeout(AT_REST)
    const { script } = await weights()
    return {
      [`${name}: script`]: reading.script,
      ...(name === 'list' && { 'list: HTML': reading.document }),
      [`${name}: CSS`]: reading.stylesheet,
      [`${name}: application`]: script,
      [`${name}: largest paint`]: largestPaint,
      [`${name}: blocking`]: blockingTime(tasks, firstPaint),
      [`${name}: shift`]: layoutShift(shifts),
    }
  })
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

const KINDS = ['script', 'stylesheet', 'document'] as const
type Kind = (typeof KINDS)[number]
const isKind = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)

/** Kilobytes of gzip that have arrived, by kind. */
function weigh(page: Page): () => Promise<Record<Kind, number>> {
  const arriving: Promise<{ kind: Kind; bytes: number }>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    // Of the others one is a stream, which does not end.
    if (!isKind(kind) || IS_LATE.test(response.url())) return
    const arrived = response.body().then((body) => ({ kind, bytes: gzipSync(body).byteLength }))
    // What is still on its way when the page is closed was no part of it.
    arrived.catch(() => undefined)
    arriving.push(arrived)
  })
  return async () => {
    const arrived = await Promise.all(arriving)
    const sum = (kind: Kind) =>
      arrived.reduce((all, each) => all + (each.kind === kind ? each.bytes : 0), 0) / 1024
    return { script: sum('script'), stylesheet: sum('stylesheet'), document: sum('document') }
  }
}

declare global {
  interface Window {
    arrival: { largestPaint: number; firstPaint: number; tasks: LongTask[]; shifts: Shift[] }
  }
}

/** In the page, before anything of it runs. */
function observe(): void {
  const arrival: Window['arrival'] = { largestPaint: 0, firstPaint: 0, tasks: [], shifts: [] }
  window.arrival = arrival
  const each = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  each('largest-contentful-paint', ({ startTime }) => {
    arrival.largestPaint = startTime
  })
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') arrival.firstPaint = startTime
  })
  each('longtask', ({ startTime, duration }) => arrival.tasks.push({ start: startTime, duration }))
  each('layout-shift', (entry) => {
    const { value } = entry as PerformanceEntry & { value: number }
    arrival.shifts.push({ time: entry.startTime, value })
  })
}
