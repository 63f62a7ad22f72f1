// Selects the tests for `vitest --changed`. Most tests import the API router, and with it every feature, so
// Vitest's own selection by imports would run nearly half of all test files after a change to one feature.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { readImports } from './imports.ts'

/** Pattern for files in src/, except for app/ and routes/, which import all features. */
const BELOW_ROUTER = /^src\/(?!app\/|routes\/)/
const TEST = /\.test\.tsx?$/

/**
 * Returns the changed files, as Vitest's own provider does. But a feature's changed source is replaced by the
 * tests in its feature's folder and in the folders of all features that import it.
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
    const folders = new Set(importersOf(sources).map(folderOf))
    const tests = globSync('src/**/*.test.{ts,tsx}', { cwd: root })
    return [
      ...changed.filter((file) => !sources.includes(file)),
      ...tests.filter((file) => folders.has(folderOf(file))),
    ]
  },
}

/** Returns these files, and all files outside app/ and routes/ that import them directly or indirectly. */
function importersOf(files: string[]): string[] {
  const imports = readImports().map(({ from, to }) => ({ from: `src/${from}`, to: `src/${to}` }))
  const found = new Set(files)
  for (const file of found)
    for (const { from, to } of imports) if (to === file && BELOW_ROUTER.test(from)) found.add(from)
  return [...found]
}

/** Returns the folder of a feature: `src/content/posts/write/form.tsx` → `src/content/posts`. */
function folderOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 3).join('/')
}
