import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What is tried with the programs that a forum of several machines stands on, from the system's packages. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/systems/**/*.test.ts'],
    globalSetup: './tests/database-setup.ts',
    setupFiles: './tests/console-setup.ts',
    pool: 'forks',
    // They wait for programs most of their time.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
