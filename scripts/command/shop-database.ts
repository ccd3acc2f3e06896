import { join } from 'node:path'
import { findRunningEmbedded, loginPasswordFor } from '#platform'
import type { Config } from '../../server/boot/config.ts'
import { migrateDatabase, openDatabase, prepareDataDir } from '../../server/boot/database.ts'
import { createLog } from '../../server/observability/log.ts'

export interface ShopDatabase {
  url: string
  close(): Promise<void>
}

/** The shop's database: the given one, the embedded one of a running Dahlia, or the embedded one started for this command. */
export async function openShopDatabase(config: Config): Promise<ShopDatabase> {
  if (config.databaseUrl === null) {
    await prepareDataDir(config)
    const running = await findRunningEmbedded(join(config.dataDir, 'postgres'))
    if (running) return { url: running, close: async () => {} }
  }
  const database = await openDatabase(config, createLog(config))
  try {
    const hosted = config.hostedUrl !== null
    await migrateDatabase({ databaseUrl: database.url, loginPassword: loginPasswordFor(database.url), hosted })
  } catch (error) {
    await database.stop()
    throw error
  }
  return { url: database.url, close: () => database.stop() }
}
