// `npm test`: checks, tests and journeys. `npm test -- checks units` runs some of them. The last line counts all.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { embeddedUrl } from '../src/platform/data-folder.server.ts'
import { runChecks } from './checks.ts'
import { findChromium } from './chromium.ts'
import { failedUnits, skippedUnits } from './failed-units.ts'
import { StartError } from './failure.ts'
import { runNode } from './program.ts'
import { retriedJourneys } from './retried-journeys.ts'
import { runToEnd, type Undo } from './shutdown.ts'
import { missingSystems } from './systems.ts'
import { buildIfDue, startTemporaryForum } from './temporary-forum.ts'
import { findValidator } from './validator.ts'

/** Of a suite, and what is to be read beside the sums. */
type Count = { passed: number; failed: number; note?: string | undefined }

/** `npm run test:long`: the long forms of tests, which take minutes. */
const LONG = '--long'

const root = fileURLToPath(new URL('..', import.meta.url))
const suites: Record<string, (undo: Undo, json: string) => Promise<Count>> = {
  checks: runChecks,
  units: runUnits,
  journeys: runJourneys,
  systems: runSystems,
  faults: runFaults,
}
const wanted = process.argv.slice(2).filter((name) => name !== LONG)
if (process.argv.includes(LONG)) process.env.LONG_TESTS = 'on'

runToEnd(async (undo) => {
  let total = ''
  undo(() => total && console.log(total)) // undone last: nothing comes after it
  const unknown = wanted.find((name) => !Object.hasOwn(suites, name))
  if (unknown)
    throw new StartError(`There is no suite "${unknown}"; there are ${Object.keys(suites).join(', ')}.`)
  const reports = await mkdtemp(join(tmpdir(), 'threshold-reports-'))
  undo(() => rm(reports, { recursive: true, force: true }))
  let [passed, failed] = [0, 0]
  const notes: string[] = []
  for (const [name, run] of Object.entries(suites)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n── ${name} ──`)
    const count = await run(undo, join(reports, `${name}.json`)).catch(report)
    passed += count.passed
    failed += count.failed
    if (count.note) notes.push(count.note)
  }
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
  total = ['', ...notes, `${passed} passed, ${failed} failed`].join('\n')
})

/** Vitest over everything beside the sources and in tests/, except journeys, systems and faults. */
function runUnits(undo: Undo, json: string): Promise<Count> {
  return runVitest([], undo, json)
}

/** With the programs that a forum of several machines stands on: Redis, proxies, a second PostgreSQL. */
function runSystems(undo: Undo, json: string): Promise<Count> {
  return runWithSystems('tests/systems/vitest.config.ts', undo, json)
}

/** Forums whose process, database or disk fails under load (tests/faults/README.md). */
function runFaults(undo: Undo, json: string): Promise<Count> {
  return runWithSystems('tests/faults/vitest.config.ts', undo, json)
}

async function runWithSystems(config: string, undo: Undo, json: string): Promise<Count> {
  const missing = await missingSystems()
  await buildIfDue(undo)
  const count = await runVitest(['--config', config], undo, json)
  if (missing.length === 0) return count
  return { ...count, note: together(count.note, `not tried, as they are missing: ${missing.join(', ')}`) }
}

async function runVitest(options: string[], undo: Undo, json: string): Promise<Count> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`]
  const code = await runNode(
    ['node_modules/vitest/vitest.mjs', 'run', ...options, ...reporters],
    { NODE_ENV: 'test' },
    undo,
  )
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(json, 'utf8'))
  // A file that cannot even be read has no tests that could fail.
  const broken = testResults.filter((file: { status: string; assertionResults: unknown[] }) => {
    return file.status === 'failed' && file.assertionResults.length === 0
  }).length
  const note = together(failedUnits(testResults, code), skippedUnits(testResults))
  return { ...counted(numPassedTests, numFailedTests + broken, code), note }
}

function together(...notes: (string | undefined)[]): string | undefined {
  return notes.filter(Boolean).join('\n') || undefined
}

/** Playwright against a production build, with a data folder and a port of its own. */
async function runJourneys(undo: Undo, json: string): Promise<Count> {
  if (!existsSync(join(root, 'playwright.config.ts'))) return { passed: 0, failed: 0 }
  const CHROMIUM_PATH = await findChromium()
  await findValidator()
  const { PUBLIC_URL: BASE_URL, DATA_DIR } = await startTemporaryForum(undo)
  // What the journeys need to know of their forum: also its outbox and log.
  const forum = { BASE_URL, DATA_DIR, DATABASE_URL: embeddedUrl(DATA_DIR) }
  const env = { ...forum, CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: json, NODE_ENV: 'test' }
  const code = await runNode(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--pass-with-no-tests'],
    env,
    undo,
  )
  const { stats, errors, suites: files } = JSON.parse(await readFile(json, 'utf8'))
  const count = counted(stats.expected + stats.flaky, stats.unexpected + errors.length, code)
  return { ...count, note: retriedJourneys(files) }
}

/** A suite that ends with an error but names no failed test has failed all the same. */
function counted(passed: number, failed: number, code: number): Count {
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function report(error: unknown): Count {
  console.error(error instanceof Error ? error.message : error)
  return { passed: 0, failed: 1 }
}
