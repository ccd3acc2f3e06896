import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seedDemoShop } from '#demo/seed/seed-demo-shop.ts'
import { loginPasswordFor, silentLog, startEmbedded } from '#platform'
import { migrateDatabase } from '../../server/boot/database.ts'
import { judge } from '../search/judge.ts'

/** Asks the demo shop the judged queries of bench/search/judged.ts and says which were not answered right. */
export async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-judged-'))
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  const pool = new pg.Pool({ connectionString: server.url })
  try {
    await migrateDatabase({ databaseUrl: server.url, loginPassword: loginPasswordFor(server.url), hosted: false })
    await seedDemoShop({ pool })
    const client = await pool.connect()
    const { right, asked, wrong } = await judge(client)
    client.release()
    for (const line of wrong) console.log(line)
    console.log(`${right} of ${asked} queries right`)
    return { 'judged/right': right / asked }
  } finally {
    await pool.end()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
