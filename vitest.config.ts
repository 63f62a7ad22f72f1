import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { requireNode24 } from './bin/prepare.mjs'

requireNode24()

declare module 'vitest' {
  export interface TestTags {
    all: 'all'
  }
}

/** The slowest test files. They start first, so that other workers need not wait for them at the end. */
const LONGEST = [
  'tests/attacks/authorisation.test.ts',
  'src/db/embedded.server.isolated.test.ts',
  'tests/attacks/outage.isolated.test.ts',
  'src/shell/demo/seed.test.ts',
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

const TESTS = '{src,bin,bench,tests}/**/*.test.{ts,tsx}'
const ISOLATED = '{src,bin,bench,tests}/**/*.isolated.test.{ts,tsx}'
const SYSTEMS = 'tests/systems/**/*.test.ts'
const FAULTS = 'tests/faults/**/*.test.ts'
const ENGINES = 'tests/engines/**/*.test.ts'

/** Fake modules in place of the framework's build output, which does not exist when tests render pages. */
const WITHOUT_BUILD: Record<string, string> = {
  'tanstack-start-manifest:v': 'export const tsrStartManifest = () => ({ routes: {} })',
  style: "export default '/styles.css'",
}
const withoutBuild = {
  name: 'without-build',
  enforce: 'pre' as const,
  resolveId: (id: string) => {
    const name = id.endsWith('.css?url') ? 'style' : id
    return name in WITHOUT_BUILD ? `\0${name}` : undefined
  },
  load: (id: string) => WITHOUT_BUILD[id.slice(1)],
}

/** Builds the forum and installs servers such as Redis and HAProxy, for tests that run them as processes. */
const globalSetup = './tests/systems/setup.ts'

/** Makes password hashing fast. Tests of a built forum do not use it, because it could not verify hashes. */
const setupFiles = ['./tests/hashing-setup.ts']

export default defineConfig({
  plugins: [withoutBuild],
  test: {
    projects: [
      {
        extends: true,
        // Test files share a process, because starting one takes 0.5 s and importing the forum takes 1 s.
        test: {
          name: 'unit',
          isolate: false,
          include: [TESTS],
          exclude: [ISOLATED, SYSTEMS, FAULTS, ENGINES],
          setupFiles,
        },
      },
      {
        extends: true,
        // Each test file has its own process, because these tests replace modules, globals or the time, or
        // test something that exists only once per process.
        test: { name: 'isolated', include: [ISOLATED], setupFiles },
      },
      {
        extends: true,
        test: { name: 'systems', include: [SYSTEMS], globalSetup, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        // Runs at most two files at a time, so that measured times are meaningful.
        test: {
          name: 'faults',
          include: [FAULTS],
          globalSetup,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: [ENGINES],
          globalSetup: [globalSetup, './tests/engines/browsers-setup.ts'],
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    tags: [{ name: 'all', description: 'runs in `npm run test:all` only' }],
    // Selects the tests for `--changed`. A changed SQL file runs all tests, because tests do not import SQL.
    experimental: { vcsProvider: './tests/related-tests.ts' },
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/src/db/**/*.sql'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup: './tests/database-setup.ts',
    setupFiles: ['./tests/console-setup.ts', './tests/wait-setup.ts'],
    // Runs test files in processes, because sharp and signals do not work in threads.
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // Three workers are fastest on two cores. Tests wait for the database half of the time, so two workers
    // would leave the cores idle for a fifth of the time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
