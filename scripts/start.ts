import { buildSiteIfStale } from './build/build-site.ts'
import { superviseServer } from './starting/supervise-server.ts'

// npm start: the built site, then the process, started again if it dies.
try {
  await buildSiteIfStale(console.log)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
process.exit(await superviseServer())
