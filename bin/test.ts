// `npm test`: checks, Vitest and Playwright. With --all (`npm run test:all`) also tests with the tag `all`, systems and
// faults. The last line adds up the results.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './checks.ts'
import { parseOptions } from './failure.ts'
import { runNode } from './program.ts'
import { runToEnd, type Undo } from './shutdown.ts'

type Count = { passed: number; failed: number }

// A shell may have NODE_ENV=production, which would change React.
process.env.NODE_ENV = 'test'
const { all } = parseOptions({ options: { all: { type: 'boolean' } } }).values

runToEnd(async (undo) => {
  const reports = await mkdtemp(join(tmpdir(), 'threshold-reports-'))
  undo(() => rm(reports, { recursive: true, force: true }))
  const counts = [
    await runChecks(),
    await runVitest(join(reports, 'vitest.json'), undo),
    await runPlaywright(join(reports, 'playwright.json'), undo),
  ]
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
  process.exitCode = sum('failed') > 0 ? 1 : 0
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
})

async function runVitest(report: string, undo: Undo): Promise<Count> {
  const tests = all ? [] : ['--project=unit', '--project=isolated', '--tags-filter=!all']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...tests, ...reporters]
  const code = await runNode(args, all ? { LONG_TESTS: 'on' } : {}, undo)
  return count(report, code, (json) => [json.numPassedTests, json.numFailedTests])
}

async function runPlaywright(report: string, undo: Undo): Promise<Count> {
  const tests = all ? [] : ['--grep-invert=@all']
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...tests, '--reporter=list,json']
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(all && { LONG_TESTS: 'on' }) }
  const code = await runNode(args, env, undo)
  return count(report, code, ({ stats, errors }) => [
    stats.expected + stats.flaky,
    stats.unexpected + errors.length,
  ])
}

/** An exit code without a failed test counts as one failure: a crash, a file that cannot be loaded, no report. */
// biome-ignore lint/suspicious/noExplicitAny: two runners have two formats
async function count(report: string, code: number, read: (json: any) => [number, number]): Promise<Count> {
  const [passed, failed] = await readFile(report, 'utf8')
    .then((text) => read(JSON.parse(text)))
    .catch(() => [0, 0] as const)
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}
