import { defineConfig } from '@playwright/test'
import { findChromium } from './bin/chromium.ts'

/** Runs the journeys through the built forum. BASE_URL and DATA_DIR contain its URL and its data folder. */
export default defineConfig({
  testDir: 'tests/journeys',
  fullyParallel: true,
  // Best for two cores shared by forum, database and browser. Two workers leave the cores idle a third of the
  // time; four compete too much.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  // Takes BASE_URL and DATA_DIR from the command's output. If BASE_URL is already set, uses that forum.
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
    // `PWTRACE=on` records traces of failures. Off by default, because that takes a quarter of the run time.
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    // page.route() misses requests of a service worker, so it is blocked. Only offline.spec.ts needs one.
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
