import { defineConfig } from '@playwright/test'

const executablePath = process.env.PLAYWRIGHT_CHROMIUM

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/global-setup.ts',
  outputDir: 'test-results',
  // Two browsers share two cores with the server and two other lanes; no test is judged by its speed.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  // Once more with a trace: recording one costs every test a third of its time. What passes then is told (reports.ts).
  retries: 1,
  use: {
    // Set by the global setup before a worker reads this file.
    baseURL: process.env.E2E_URL,
    // What moves is painted sixty times a second: a sixth of a page's cost, which nothing looks at. Menus and navigation are
    // judged with motion (site-menus, site-navigation).
    reducedMotion: 'reduce',
    browserName: 'chromium',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // As root, and in containers, Chromium has no sandbox to use.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
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
