import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, readEnvironment } from '../server/boot/config.ts'
import { noShopThere } from '../server/boot/errors.ts'
import { createLog } from '../server/observability/log.ts'
import { openShopDatabase } from './command/shop-database.ts'

const USAGE = `Changes what only the owner of the machine may change, whether the shop runs or not.

  npm run admin -- reset-password [EMAIL]

Gives an admin a new password, prints it once and ends the admin's sessions. Without EMAIL, the only admin.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function main(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [action, email, ...more] = positionals
  if (action !== 'reset-password' || more.length > 0) throw new Error(USAGE)
  const env = readEnvironment(process.cwd())
  const config = readConfig(env)
  // A mistyped DATA_DIR must not become a shop.
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) throw noShopThere(config.dataDir)
  const database = await openShopDatabase(config)
  try {
    const { resetAdminPassword } = await import('../server/boot/reset-admin-password.ts')
    const log = createLog(config)
    const reset = await resetAdminPassword({ config, env, databaseUrl: database.url, email: email ?? null, log })
    console.log(`The new password of ${reset.email} is ${reset.password}\nSessions of this account have ended.`)
    return 0
  } finally {
    await database.close()
  }
}
