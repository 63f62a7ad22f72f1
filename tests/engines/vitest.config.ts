import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The main journeys in Firefox and WebKit, against the built forum. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/engines/**/*.test.ts'],
    globalSetup: ['./tests/database-setup.ts', './tests/engines/browsers-setup.ts'],
    setupFiles: './tests/console-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
