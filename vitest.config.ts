import { defineConfig } from 'vitest/config'

/** A busy machine takes its time: only a test that fails waits that long. (`eventually` of tests/support has the same.) */
const expect = { poll: { timeout: 30_000 } }

/**
 * unit: pure, no services · db: real Postgres, a cloned database for each file · acceptance: HTTP only, any TARGET_URL
 * process: the real process on the built site (npm run build), started, killed and stopped
 */
export default defineConfig({
  test: {
    projects: [
      {
        css: { modules: { localsConvention: 'camelCaseOnly' } },
        test: {
          name: 'unit',
          expect,
          hookTimeout: 60_000,
          testTimeout: 60_000,
          env: { IMAGE_VERSION: 'v1' },
          // Classes by the names that the modules give them.
          css: { include: [/\.module\.css$/], modules: { classNameStrategy: 'non-scoped' } },
          include: ['{server,platform,supabase,site,admin,domain,design,demo,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'tests/acceptance/**', 'tests/process/**', 'tests/e2e/**'],
        },
      },
      {
        test: {
          name: 'db',
          expect,
          // One process for all files: each has a database of its own, and gives back what it opened.
          isolate: false,
          include: ['{server,platform,supabase,demo,scripts}/**/*.db.test.ts'],
          globalSetup: ['tests/support/database-cluster.ts'],
          // initdb and the first migration run inside the first hook on a busy two-core machine
          hookTimeout: 120_000,
          testTimeout: 60_000,
          maxWorkers: 2,
          // Functions written for Deno are loaded by Node with the platform's own hooks, never by Vite.
          server: { deps: { external: [/[?&]supabase-function=/] } },
        },
      },
      {
        test: {
          name: 'acceptance',
          expect,
          include: ['tests/acceptance/**/*.test.ts'],
          globalSetup: ['tests/support/acceptance-target.ts'],
          hookTimeout: 120_000,
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'process',
          expect,
          include: ['tests/process/**/*.test.ts'],
          // A first start makes a cluster and the demo shop; times are judged, so one file at a time.
          hookTimeout: 120_000,
          testTimeout: 120_000,
          maxWorkers: 1,
        },
      },
    ],
  },
})
