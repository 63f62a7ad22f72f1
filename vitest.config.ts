import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest begin first: else all others wait for them at the end. */
const LONGEST = [
  'tests/attacks/authorisation.test.ts',
  'src/db/embedded.server.test.ts',
  'tests/attacks/outage.test.ts',
  'src/features/demo/seed.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? LONGEST.length : place
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Those with a database of their own import the whole forum, which takes a second: one worker does so once for all of its
 * files. All others, and those that replace a module or what a feature declares, have a process to themselves.
 */
const FILES = globSync('{src,bin,bench,tests}/**/*.test.{ts,tsx}', {
  // With a configuration of their own: they want programs that not every machine has.
  exclude: ['tests/{systems,faults}/**'],
})
const HAS_DATABASE =
  /from '[./]*(tests\/|\.\/)(world|database|accounts|live|busy-member|required-approval)\.ts'/
const REPLACES = /vi\.mock\(|declare[A-Z]\w+\(/
const sharesModules = (file: string) => {
  const source = readFileSync(file, 'utf8')
  return HAS_DATABASE.test(source) && !REPLACES.test(source)
}

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'forum', isolate: false, include: FILES.filter(sharesModules) } },
      {
        extends: true,
        test: { name: 'alone', include: FILES.filter((file) => !sharesModules(file)) },
      },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup: './tests/database-setup.ts',
    setupFiles: './tests/console-setup.ts',
    // A process for each worker: sharp and signals do not like threads.
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // One more than two cores: tests wait for the database half of their time, and two leave the cores idle for a fifth.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What fails now and then is a defect of the forum or of its test; a second try would hide it.
    retry: 0,
  },
})
