import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readConfig, readEnvironment } from '../server/config.ts'

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
await refuseWhileRunning()
await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
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
  const pidFile = await readFile(join(dataDir, 'postgres', 'pgdata', 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(pidFile.split('\n')[0])
  if (!pid || !isAlive(pid)) return
  console.error(`The database in ${dataDir} is running (process ${pid}): stop Dahlia first.`)
  process.exit(1)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
