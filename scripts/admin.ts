import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { AdminAccountOptions } from '../server/boot/admin-account.ts'
import { readConfig, readEnvironment } from '../server/boot/config.ts'
import { noShopThere } from '../server/boot/errors.ts'
import { createLog } from '../server/observability/log.ts'
import { openShopDatabase } from './command/shop-database.ts'

const USAGE = `Changes what only the owner of the machine may change, whether the shop runs or not.

  npm run admin -- reset-password [EMAIL]
  npm run admin -- reset-factor [EMAIL]

reset-password gives an admin a new password, prints it once and ends the admin's sessions. reset-factor takes a lost second
factor away and ends the sessions. Without EMAIL, the only admin.`

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function main(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [action, email, ...more] = positionals
  if ((action !== 'reset-password' && action !== 'reset-factor') || more.length > 0) throw new Error(USAGE)
  const env = readEnvironment(process.cwd())
  const config = readConfig(env)
  // A mistyped DATA_DIR must not become a shop.
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) throw noShopThere(config.dataDir)
  const database = await openShopDatabase(config)
  try {
    const options = { config, env, databaseUrl: database.url, email: email ?? null, log: createLog(config) }
    console.log(action === 'reset-password' ? await resetPassword(options) : await resetFactor(options))
    return 0
  } finally {
    await database.close()
  }
}

async function resetPassword(options: AdminAccountOptions): Promise<string> {
  const { resetAdminPassword } = await import('../server/boot/reset-admin-password.ts')
  const reset = await resetAdminPassword(options)
  return `The new password of ${reset.email} is ${reset.password}\nSessions of this account have ended.`
}

async function resetFactor(options: AdminAccountOptions): Promise<string> {
  const { resetSecondFactor } = await import('../server/boot/reset-second-factor.ts')
  const { email, removed } = await resetSecondFactor(options)
  return removed === 0
    ? `${email} had no second factor. Sessions of this account have ended.`
    : `${email} signs in without a second factor now: set up a new one. Sessions of this account have ended.`
}
