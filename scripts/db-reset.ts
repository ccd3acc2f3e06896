import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { findPostmaster, pointedFolder } from '#platform'
import { readConfig, readEnvironment } from '../server/boot/config.ts'

// npm run db:reset: throws the embedded database and the uploaded files away; the next start makes the demo shop anew.
const { dataDir, databaseUrl } = readConfig(readEnvironment(process.cwd()))
if (databaseUrl !== null) {
  console.error('DATABASE_URL is set: db:reset only ever deletes the embedded database. Drop and create yours by hand.')
  process.exit(1)
}
if (!process.argv.includes('--yes') && !(await confirmed())) {
  console.error('Nothing was deleted. Say "npm run db:reset -- --yes" to delete without being asked.')
  process.exit(1)
}
const database = join(await realpath(dataDir).catch(() => dataDir), 'postgres')
const folder = (await pointedFolder(database)) ?? database
await refuseWhileRunning()
await rm(folder, { recursive: true, force: true })
await rm(database, { recursive: true, force: true })
await rm(join(dataDir, 'files'), { recursive: true, force: true })
console.log(`The database in ${dataDir} is deleted. "npm start" makes a new one with the demo shop.`)

async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Delete the database and all uploaded files in ${dataDir}? (yes/no) `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

/** A running server would go on writing into deleted files. */
async function refuseWhileRunning() {
  const running = await findPostmaster(join(folder, 'pgdata'))
  if (!running) return
  console.error(`The database in ${dataDir} is running (process ${running.pid}): stop Dahlia first.`)
  process.exit(1)
}
