// Decides what `vitest --changed` runs. Most tests import the router, and with it every feature: by imports alone, a change to
// one feature would run 137 of 314 files.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { groupOf, readImports } from '../bin/feature-map.ts'

/** Below the files that join all features: src/api, src/routes and src/*.ts. */
const BELOW_ROUTER = /^src\/(features|platform|ui|db|api\/core)\//
const TEST = /\.test\.tsx?$/

/**
 * Changed files, as Vitest itself finds them. Sources below the router are replaced by the tests of their own group and of all groups
 * that import them.
 */
export default {
  async findChangedFiles({ root, changedSince }: { root: string; changedSince?: string | boolean }) {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
    const since = typeof changedSince === 'string' ? changedSince : 'HEAD'
    const changed = [
      ...git('diff', '--name-only', '--relative', since),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]
    const sources = changed.filter((file) => BELOW_ROUTER.test(file) && !TEST.test(file))
    const groups = new Set(importersOf(sources).map(groupOfPath))
    const tests = globSync('src/**/*.test.{ts,tsx}', { cwd: root })
    return [
      ...changed.filter((file) => !sources.includes(file)),
      ...tests.filter((file) => groups.has(groupOfPath(file))),
    ]
  },
}

/** The files, and all below the router that import them directly or indirectly. */
function importersOf(files: string[]): string[] {
  const imports = readImports().map(({ from, to }) => ({ from: `src/${from}`, to: `src/${to}` }))
  const found = new Set(files)
  for (const file of found)
    for (const { from, to } of imports) if (to === file && BELOW_ROUTER.test(from)) found.add(from)
  return [...found]
}

function groupOfPath(path: string): string {
  return groupOf(path.slice('src/'.length))
}
