import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, silentLog, startEmbedded } from '#platform'
import { startProcess } from '#tests/support/dahlia.ts'
import { buildSiteIfStale } from '../../scripts/build/build-site.ts'
import { type PageAddress, rawPage } from './raw-page.ts'

/** The built site with the demo shop, as `npm start` runs it, on a database that the other renderers can read too. */
export async function startShop() {
  await buildSiteIfStale(console.log)
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-'))
  // As root the database runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  const database = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  const port = await freePort()
  const dahlia = await startProcess({
    dataDir: join(folder, 'data'),
    port,
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'warn' },
  })
  return {
    folder,
    port,
    databaseUrl: database.url,
    async stop() {
      await dahlia.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A page gets its last form once it has been asked for a few times; compared is what visitors get from then on. */
const SHRINKS_WITHIN_MS = 30_000

export async function untilShrunk(address: PageAddress): Promise<void> {
  const { body: first } = await rawPage(address)
  const deadline = performance.now() + SHRINKS_WITHIN_MS
  while ((await rawPage(address)).body.length === first.length) {
    if (performance.now() > deadline) throw new Error('The page was not made smaller.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
