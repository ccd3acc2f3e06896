import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loginPasswordFor, silentLog, startEmbedded } from '#platform'
import { migrateDatabase } from '../../server/boot/database.ts'
import { measureLists } from './lists.ts'
import { openOffice } from './office.ts'
import { measureBulk, measureCsv, measureUpdates } from './writes.ts'

const execute = promisify(execFile)

/** A smaller number is for trying the bench out; figures are judged at a million. */
const ROWS = Number(process.env.BENCH_ADMIN_ROWS ?? 1_000_000)

/**
 * What the back office asks of a catalogue of a million products: its list on the first page, deep down, filtered and
 * searched, a bulk change with its log, the CSV of everything, and one update; each against the driver in the same run.
 */
export async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-admin-'))
  await chmod(folder, 0o711)
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  try {
    await migrateDatabase({ databaseUrl: server.url, loginPassword: loginPasswordFor(server.url), hosted: false })
    const feed = join(folder, 'feed.csv.gz')
    await execute(process.execPath, ['scripts/make-feed.ts', '--rows', String(ROWS), '--out', feed])
    await execute(process.execPath, ['bench/import/one-import.ts', 'import', server.url, feed])
    const office = await openOffice(server.url)
    try {
      await office.owner.query('vacuum analyze public.products')
      return {
        ...(await measureLists(office)),
        ...(await measureUpdates(office)),
        ...(await measureCsv(office, server.url)),
        ...(await measureBulk(office, server.url)),
      }
    } finally {
      await office.close()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
