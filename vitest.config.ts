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

const FILES = globSync('{src,bin,bench,tests}/**/*.test.{ts,tsx}', {
  // With a configuration of their own: they want programs that not every machine has.
  exclude: ['tests/{systems,faults}/**'],
})
/**
 * To import the forum takes a second, and a process half of one: a worker does both once for all of its files. Those that
 * replace a module or what a feature declares have a process to themselves, and, among those without a database, which
 * import little, those of the server, which makes some things once for a process, and those that replace a global or the time.
 * Files named `*.isolated.test.ts` render pages: the API client of pages belongs to the first forum of a process.
 */
const REPLACES_MODULES = /vi\.(mock|unmock|resetModules)\(|declare[A-Z]\w+\(/
const REPLACES_GLOBALS = /vi\.(stub\w+|useFakeTimers)\(|defineProperty\(|process\.env\.\w+ = /
const OF_SERVER = /\.server\.ts'/
const HAS_DATABASE =
  /from '[./]*(tests\/|\.\/)(world|database|accounts|live|busy-member|required-approval)\.ts'/
const isAlone = (file: string) => {
  const source = readFileSync(file, 'utf8')
  if (file.includes('.isolated.test.') || REPLACES_MODULES.test(source)) return true
  return !HAS_DATABASE.test(source) && (OF_SERVER.test(source) || REPLACES_GLOBALS.test(source))
}

/** In place of the framework's build: tests render pages, and their links to styles need some address. */
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

export default defineConfig({
  plugins: [withoutBuild],
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', isolate: false, include: FILES.filter((file) => !isAlone(file)) },
      },
      { extends: true, test: { name: 'alone', include: FILES.filter(isAlone) } },
    ],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup: './tests/database-setup.ts',
    setupFiles: ['./tests/console-setup.ts', './tests/hashing-setup.ts'],
    // A process for each worker: sharp and signals do not like threads.
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // One more than two cores: tests wait for the database half of their time, and two leave the cores idle for a fifth.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What fails now and then is a defect of the forum or of its test; a second try would hide it.
    retry: 0,
  },
})
