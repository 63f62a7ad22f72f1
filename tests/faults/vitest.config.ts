import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Real forums with faults put into what they stand on; one at a time, so that their times mean something. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/faults/**/*.test.ts'],
    globalSetup: './tests/database-setup.ts',
    setupFiles: './tests/console-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
