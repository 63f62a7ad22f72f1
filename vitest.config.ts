import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,bin,tests}/**/*.test.{ts,tsx}'],
    globalSetup: './tests/database-setup.ts',
    setupFiles: './tests/console-setup.ts',
    // A process for each worker: sharp and signals do not like threads.
    pool: 'forks',
    // Vitest would leave one processor idle, and tests wait for the database half of their time.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What fails now and then is a defect of the forum or of its test; a second try would hide it.
    retry: 0,
  },
})
