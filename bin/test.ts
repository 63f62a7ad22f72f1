// `npm test`: runs the checks, Vitest and Playwright. `--all` (`npm run test:all`) also runs the tests tagged
// `all`, and the system and fault tests. The last line shows the totals.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'
import { parseOptions } from './failure.ts'
import { runNode } from './program.ts'
import { runToEnd, type Undo } from './shutdown.ts'

/** Results of a runner. `messages`: failures to print again at the end, since long logs are often cut. */
type Count = { passed: number; failed: number; messages?: string[] }

// Overrides a NODE_ENV=production from the shell, because React behaves differently with it.
process.env.NODE_ENV = 'test'
const { all } = parseOptions({ options: { all: { type: 'boolean' } } }).values

runToEnd(async (undo) => {
  const reports = await mkdtemp(join(tmpdir(), 'threshold-reports-'))
  undo(() => rm(reports, { recursive: true, force: true }))
  // Runs both in parallel, because the database tests leave a third of the CPU time unused.
  const [checks, units] = await Promise.all([runChecks(), runVitest(join(reports, 'vitest.json'), undo)])
  const counts = [checks, units, await runPlaywright(join(reports, 'playwright.json'), undo)]
  const sum = (key: 'passed' | 'failed') => counts.reduce((total, count) => total + count[key], 0)
  process.exitCode = sum('failed') > 0 ? 1 : 0
  console.log(units.messages?.join('\n') ?? '')
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
})

async function runVitest(report: string, undo: Undo): Promise<Count> {
  const tests = all ? [] : ['--project=unit', '--project=isolated', '--tags-filter=!all']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests, ...reporters]
  const code = await runNode(args, all ? { LONG_TESTS: 'on' } : {}, undo)
  return count(report, code, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    messages: json.testResults.flatMap(vitestFailures),
  }))
}

async function runPlaywright(report: string, undo: Undo): Promise<Count> {
  const tests = all ? [] : ['--grep-invert=@all']
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...tests, '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(all && { LONG_TESTS: 'on' }) }
  const code = await runNode(args, env, undo)
  return count(report, code, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }))
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

function vitestFailures({ name, status, message, assertionResults }: VitestFile): string[] {
  if (status !== 'failed') return []
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return [`FAILED ${name}\n${message}`]
  return failed.map((test) => `FAILED ${name} > ${test.fullName}\n${test.failureMessages.map(withoutStack)}`)
}

function withoutStack(message: string): string {
  const lines = message.split('\n')
  const end = lines.findIndex((line) => line.startsWith('    at '))
  return lines.slice(0, end < 0 ? 20 : end + 1).join('\n')
}

/** Counts tests. A failing run without a failed test (crash, unloadable file, no report) is one failure. */
// biome-ignore lint/suspicious/noExplicitAny: the runners use two formats
async function count(report: string, code: number, read: (json: any) => Count): Promise<Count> {
  const counted = await readFile(report, 'utf8')
    .then((text) => read(JSON.parse(text)))
    .catch(() => ({ passed: 0, failed: 0 }))
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}
