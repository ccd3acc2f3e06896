import { buildSiteIfStale } from './build/build-site.ts'

// npm start: the built site, then the process itself in this very process, so that Ctrl-C reaches it.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server/main.ts')
