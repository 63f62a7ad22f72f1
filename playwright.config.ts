import { defineConfig } from '@playwright/test'
import { findChromium } from './bin/chromium.ts'

/** Journeys through the built forum. They read the address and data folder of the forum from BASE_URL and DATA_DIR. */
export default defineConfig({
  testDir: 'tests/journeys',
  fullyParallel: true,
  // Two cores, shared by forum, database and browser: two workers leave them idle a third of the time, four starve one another.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // Two journeys fail now and then for reasons not known yet: "several posts are begun" (drafts.spec.ts) and "signs the page out and
  // keeps what was typed" (accounts.spec.ts). Playwright lists as flaky what passes later.
  retries: 2,
  outputDir: 'test-results',
  // Workers get BASE_URL and DATA_DIR from the output. With a BASE_URL in the environment, that forum is used.
  ...(!process.env.BASE_URL && {
    webServer: {
      command: 'node bin/temporary-forum.ts',
      wait: { stdout: /BASE_URL=(?<base_url>\S+) DATA_DIR=(?<data_dir>\S+)\n/ },
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      timeout: 600_000, // it builds if necessary
    },
  }),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // To look for a cause: `PWTRACE=on`. It takes a quarter of the time.
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    // Requests of a service worker go past page.route(); offline.spec.ts alone is about it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      // Root has no sandbox; the others keep the browser from calling home.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
})
