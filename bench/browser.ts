import { chromium } from '@playwright/test'
import type pg from 'pg'
import { findChromium } from '../bin/chromium.ts'
import { measureArrival } from './browser/arrival.ts'
import { type Figure, figuresOf, type Round } from './browser/figures.ts'
import { withLongDiscussion } from './browser/long-discussion.ts'
import type { Place } from './browser/pages.ts'
import { measureScrolling } from './browser/scrolling.ts'
import { measureTyping } from './browser/typing.ts'
import { measureWay } from './browser/way.ts'
import type { Running } from './process.ts'
import { describeMachine, writeResults } from './results.ts'

/** What arrives, how soon, and how smoothly it goes on: the budgets of the browser, in a real Chromium. */
export async function measureBrowser(forum: Running, db: pg.Client, rounds: number): Promise<void> {
  const { rows } = await db.query<{ server_version: string }>('show server_version')
  const machine = describeMachine(rows[0]?.server_version ?? '')
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const place = { browser, db, origin: forum.origin.replace('127.0.0.1', 'localhost') }
    const measured: Round[] = []
    for (let round = 0; round < rounds; round++) measured.push(await measureRound(place))
    const figures = figuresOf(measured)
    await writeResults('browser', { machine: { ...machine, chromium: browser.version() }, figures })
    report(figures)
  } finally {
    await browser.close()
  }
}

async function measureRound(place: Place): Promise<Round> {
  const { rows } = await place.db.query<{ id: string }>(
    'select id from posts where comment_count > 20 order by id limit 1',
  )
  const post = `/post/${rows[0]?.id}`
  // As the second visitor finds them: the first has had them made.
  for (const path of ['/forum', post]) await (await fetch(`${place.origin}${path}`)).text()
  return {
    ...(await measureArrival(place, 'list', '/forum')),
    ...(await measureArrival(place, 'post', post)),
    ...(await measureWay(place)),
    ...(await measureTyping(place)),
    ...(await withLongDiscussion(place.db, (id) => measureScrolling(place, id))),
  }
}

function report(figures: readonly Figure[]): void {
  console.log(`${'in the browser'.padEnd(20)}${['measured', 'budget'].map((h) => h.padStart(12)).join('')}`)
  for (const { row, unit, budget, measured, met } of figures) {
    const [ours, most] = [measured, budget].map((value) =>
      `${shortened(value)} ${unit.padEnd(2)}`.padStart(12),
    )
    console.log(`${row.padEnd(20)}${ours}${most}  ${met ? 'met' : 'MISSED'}`)
  }
}

const shortened = (value: number) =>
  value < 1 ? value.toFixed(3) : value < 100 ? value.toFixed(1) : value.toFixed(0)
