import { defineConfig } from '@playwright/test'

/** Journeys through the built forum that `npm test` has started: see bin/test.ts for BASE_URL and the rest. */
export default defineConfig({
  testDir: 'tests/journeys',
  fullyParallel: true,
  // Two cores, which the forum, its database and the browser share: two journeys leave them idle a third of the time,
  // four starve one another now and then.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A machine under load may let a browser starve once. What passes only now is named as flaky: it is to be mended.
  retries: 2,
  outputDir: 'test-results',
  use: {
    baseURL: process.env.BASE_URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // For whoever looks for the cause: `PWTRACE=on`. It takes a quarter of the time.
    trace: process.env.PWTRACE ? 'retain-on-failure' : 'off',
    // What it fetches goes past page.route(); offline.spec.ts alone is about it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
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
