import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  // Each file starts the whole product: `npm test` says how many may run beside each other.
  workers: 1,
  retries: 0,
  timeout: 300_000,
  // A block that is tried again has no end of its own by default; it holds several waits.
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  outputDir: '../../test-results',
  reporter: 'list',
  use: {
    // What cannot be pressed is told after as long as what is not seen, rather than at the end of the test's whole time.
    actionTimeout: 30_000,
    // A page that does not come is waited for without an end by default.
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // In each browser that is new the portal would keep all its two hundred files: files about that ask for it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
    // Costs a third of the time: `npm test` records it when it runs again what failed. By hand: `--trace on`.
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
