import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import type pg from 'pg'
import { findChromium } from '../bin/chromium.ts'
import { blockingTime, type LongTask } from './blocking-time.ts'
import type { RunningForum } from './process.ts'
import { onePost } from './rows.ts'

/** Budgets: maximum sizes in gzipped kilobytes, and maximum times in milliseconds. */
const BUDGETS = {
  HTML: { most: 30, unit: 'KB' },
  CSS: { most: 25, unit: 'KB' },
  'script before the first intent': { most: 15, unit: 'KB' },
  'script after it': { most: 220, unit: 'KB' },
  'largest paint': { most: 1800, unit: 'ms' },
  'blocking time': { most: 150, unit: 'ms' },
}
type Figure = keyof typeof BUDGETS
type Round = Record<Figure, number>

/** Simulates a slow phone: a quarter of this machine's CPU speed, 1.6 Mbit/s, 150 ms latency. */
const SLOWER = 4
const BYTES_PER_SECOND = 1_600_000 / 8
const LATENCY_MS = 150
/** Milliseconds after which all lazy loading has finished. */
const AT_REST = 4000

/** Prints how much a guest's first visit loads, and how soon the page is painted and responds. */
export async function measureBrowser(forum: RunningForum, db: pg.Client, rounds: number): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const pages: [name: string, path: string][] = [
      ['list', '/forum'],
      ['post', await onePost(db)],
    ]
    // Browsers treat localhost as secure and therefore accept Brotli, as with https.
    const origin = forum.origin.replace('127.0.0.1', 'localhost')
    console.log(`\nChromium ${browser.version()}\n\n| | measured | budget | met |\n|---|---|---|---|`)
    for (const [name, path] of pages) {
      await (await fetch(`${origin}${path}`)).text()
      const measured: Round[] = []
      for (let round = 0; round < rounds; round++) measured.push(await arrive(browser, origin + path))
      report(name, measured)
    }
  } finally {
    await browser.close()
  }
}

function report(name: string, measured: Round[]) {
  for (const [figure, { most, unit }] of Object.entries(BUDGETS)) {
    const values = measured.map((round) => round[figure as Figure]).toSorted((a, b) => a - b)
    const median = values[Math.floor(values.length / 2)] ?? Number.NaN
    const isMet = median <= most ? 'yes' : 'no'
    console.log(`| ${name}: ${figure} | ${median.toFixed(1)} ${unit} | ${most} ${unit} | ${isMet} |`)
  }
}

async function arrive(browser: Browser, url: string): Promise<Round> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await slowDown(page)
    await page.addInitScript(observe)
    const weights = weigh(page)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(AT_REST)
    const { largestPaint, firstPaint, tasks } = await page.evaluate(() => window.arrival)
    const reading = await weights()
    await wake(page)
    await page.waitForTimeout(AT_REST)
    return {
      HTML: reading.document ?? 0,
      CSS: reading.stylesheet ?? 0,
      'script before the first intent': reading.script ?? 0,
      'script after it': (await weights()).script ?? 0,
      'largest paint': largestPaint,
      'blocking time': blockingTime(tasks, firstPaint),
    }
  } finally {
    await context.close()
  }
}

/** Moves the pointer, which makes the page load its JavaScript, and waits until that is ready. */
async function wake(page: Page): Promise<void> {
  const ready = page.evaluate(
    () => new Promise<void>((done) => addEventListener('application-ready', () => done())),
  )
  await page.mouse.move(1, 1)
  await page.mouse.move(7, 333)
  await ready
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
}

/** Sums gzipped kilobytes of page, scripts and styles by type. Omits the event stream, which never ends. */
function weigh(page: Page): () => Promise<Record<string, number>> {
  const arriving: Promise<[kind: string, kilobytes: number]>[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!['script', 'stylesheet', 'document'].includes(kind)) return
    const arrived = response.body().then((body): [string, number] => [kind, gzipSync(body).byteLength / 1024])
    // Ignores errors, because closing the page aborts requests that are still open.
    arrived.catch(() => undefined)
    arriving.push(arrived)
  })
  return async () => {
    const sums: Record<string, number> = {}
    for (const [kind, kilobytes] of await Promise.all(arriving)) sums[kind] = (sums[kind] ?? 0) + kilobytes
    return sums
  }
}

declare global {
  interface Window {
    arrival: { largestPaint: number; firstPaint: number; tasks: LongTask[] }
  }
}

/** Records paints and long tasks. Runs in the page before its own scripts. */
function observe(): void {
  const arrival: Window['arrival'] = { largestPaint: 0, firstPaint: 0, tasks: [] }
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
}
