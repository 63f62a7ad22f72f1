import { defineConfig } from '@playwright/test'
import { findChromium } from './bin/chromium.ts'
import { requireNode24 } from './bin/prepare.mjs'

requireNode24()

/** Runs the browser tests in tests/journeys. BASE_URL and DATA_DIR are the forum's URL and data folder. */
export default defineConfig({
  testDir: 'tests/journeys',
  fullyParallel: true,
  // Three workers are fastest if forum, database and browsers share two cores. Two leave the cores idle for a
  // third of the time, and four compete too much.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  // Starts a forum that prints its BASE_URL and DATA_DIR. If BASE_URL is already set, tests use that forum.
  ...(!process.env.BASE_URL && {
    webServer: {
      command: 'node bin/temporary-forum.ts',
      wait: { stdout: /BASE_URL=(?<base_url>\S+) DATA_DIR=(?<data_dir>\S+)\n/ },
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      timeout: 600_000, // may include a build
    },
  }),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // `PWTRACE=on` records failed tests. Off by default, because recording takes a quarter of the run time.
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    // Blocks service workers, because page.route() misses their requests. Only offline.spec.ts needs one.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      // Chromium requires --no-sandbox as root. The other options stop the browser's own network requests.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
})
