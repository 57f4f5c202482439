import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Each file starts the whole product. `npm test` sets how many may run at once.
  workers: 1,
  retries: 0,
  timeout: 300_000,
  // A retried block has no time-out by default; it contains several waits.
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  outputDir: '../../test-results',
  reporter: 'list',
  use: {
    // An element that cannot be clicked fails after as long as one that is not visible, instead of at the end of the test.
    actionTimeout: 30_000,
    // Navigation has no time-out by default.
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // In each new browser the portal would cache all of its two hundred files. Tests of caching allow service workers.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
    // Tracing costs a third of the time. `npm test` records a trace when it repeats failed tests. By hand: `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
