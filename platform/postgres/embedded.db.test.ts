import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../tests/support/eventually.ts'
import { listen } from '../../tests/support/listen.ts'
import { silentLog } from '../log.ts'
import { migratePlatform } from '../migrate-platform.ts'
import { canReach } from './embedded/account.ts'
import { findPostmaster } from './embedded/postmaster.ts'
import { stopPostmaster } from './embedded/stop.ts'
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const ORDINARY = { uid: 65_534, gid: 65_534 }
/** In a clone that only root may enter, an ordinary user cannot even read the program. */
const closedToOthers = !(await canReach(process.cwd(), ORDINARY))
let dataDir: string
let opened: EmbeddedPostgres[] = []
const children: ChildProcess[] = []
/** Of a database that was started and stopped, for tests that begin with one: initdb takes a second of each. */
let usedDataDir: string

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  await chmod(folder, 0o711)
  usedDataDir = join(folder, 'db')
  const server = await startEmbedded({ dataDir: usedDataDir, log: silentLog })
  await server.stop()
})
afterAll(() => rm(join(usedDataDir, '..'), { recursive: true, force: true }))

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'db')
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of opened.splice(0)) await server.stop()
  await stopPostmaster(join(dataDir, 'pgdata'))
  await rm(join(dataDir, '..'), { recursive: true, force: true })
})

/** The data folder of a database that has run before, with its owners. */
function copyUsedDataDir() {
  execFileSync('cp', ['-a', usedDataDir, dataDir])
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, log: silentLog, ...options })
  opened.push(server)
  return server
}

async function stop(server: EmbeddedPostgres) {
  opened = opened.filter((other) => other !== server)
  await server.stop()
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts the database of this folder, as `npm start` would. */
async function startInOtherProcess(): Promise<{ child: ChildProcess; url: string }> {
  const program = `
    import { startEmbedded } from './platform/postgres/embedded.ts'
    import { silentLog } from './platform/log.ts'
    const { url } = await startEmbedded({ dataDir: process.env.FOLDER, log: silentLog })
    console.log(url)
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    env: { ...process.env, FOLDER: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url: String(url) }
}

async function kill9(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const cluster = () => join(dataDir, 'pgdata')
const pidFile = () => join(cluster(), 'postmaster.pid')

describe('a start', () => {
  test('makes a durable cluster on loopback that only the password opens, and keeps its rows', async () => {
    const first = await start()
    const rows = await query(
      first.url,
      `select name, setting from pg_settings where name in ('fsync', 'wal_level', 'listen_addresses', 'unix_socket_directories')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      wal_level: 'logical',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    })
    await query(first.url, 'create table kept as select 7 as number')
    const wrong = new URL(first.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    await stop(first)
    expect(await findPostmaster(cluster())).toBeNull()
    expect(await query((await start()).url, 'select number from kept')).toEqual([{ number: 7 }])
  })

  test('leaves nothing of an initdb that was cut off', async () => {
    await mkdir(join(dataDir, 'pgdata.partial-999999999-00'), { recursive: true })
    await start()
    expect(await readdir(dataDir)).not.toContain('pgdata.partial-999999999-00')
  })

  test('says so when the port is taken', async () => {
    copyUsedDataDir()
    await using other = await listen(createServer())
    const { port } = other
    await expect(start({ port })).rejects.toThrow(`The database's port ${port} is in use by another program`)
  })

  test('says so when the cluster was made by another version', async () => {
    copyUsedDataDir()
    await writeFile(join(cluster(), 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 15, but this program brings PostgreSQL 18/)
  })

  test('says so when the password file is gone', async () => {
    copyUsedDataDir()
    await rename(join(dataDir, 'postgres-password'), join(dataDir, 'elsewhere'))
    await expect(start()).rejects.toThrow(/password in .*postgres-password of the database in .* is missing: restore/)
  })
})

describe('after kill -9 of the process', () => {
  beforeEach(copyUsedDataDir)

  test('the server that was left behind is adopted with every committed row', async () => {
    const { child, url } = await startInOtherProcess()
    await query(url, 'create table kept as select 7 as number')
    const [before] = await query(url, 'select pg_postmaster_start_time() as time')
    await kill9(child)
    const adopted = await start()
    expect(await query(adopted.url, 'select pg_postmaster_start_time() as time')).toEqual([before])
    expect(await query(adopted.url, 'select number from kept')).toEqual([{ number: 7 }])
    await stop(adopted)
    expect(await findPostmaster(cluster())).toBeNull()
  })

  test('a data folder that is removed then is a full reset, although its server still runs', async () => {
    const { child } = await startInOtherProcess()
    await kill9(child)
    await rm(dataDir, { recursive: true, force: true })
    expect(await query((await start()).url, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  test.each([
    ['empty', async () => ''],
    ['torn', async (text: string) => text.slice(0, 9)],
    [
      'naming a process that is something else by now',
      async (text: string) => text.replace(/^\d+/, String(process.pid)),
    ],
  ])('and of the server, a postmaster.pid that is %s does not stop the next start', async (_, damage) => {
    const { child, url } = await startInOtherProcess()
    await query(url, 'create table kept as select 7 as number')
    await kill9(child)
    const left = await findPostmaster(cluster())
    const text = await readFile(pidFile(), 'utf8')
    if (left) process.kill(left.pid, 'SIGKILL')
    await eventually(async () => expect(await findPostmaster(cluster())).toBeNull())
    await writeFile(pidFile(), await damage(text))
    expect(await query((await start()).url, 'select number from kept')).toEqual([{ number: 7 }])
  })
})

test('a second process on one folder says who has it, and leaves the first alone', async () => {
  copyUsedDataDir()
  const { child, url } = await startInOtherProcess()
  await expect(start()).rejects.toThrow(`is in use by another process (process ${child.pid})`)
  expect(await query(url, 'select 1 as alive')).toEqual([{ alive: 1 }])
})

test('two processes that start at once on a new folder make one cluster, and one of them has it', async () => {
  const both = await Promise.allSettled([start(), start()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((result) => result.status === 'rejected')
  expect(String(refused?.reason)).toContain('is in use by another process')
})

test('a server that dies comes back on its port, and pools go on', async () => {
  copyUsedDataDir()
  const server = await start()
  const pool = new pg.Pool({ connectionString: server.url })
  pool.on('error', () => {})
  await pool.query('create table kept as select 7 as number')
  const running = await findPostmaster(cluster())
  if (running) process.kill(running.pid, 'SIGKILL')
  await eventually(async () => expect((await pool.query('select number from kept')).rows).toEqual([{ number: 7 }]))
  await pool.end()
})

test('a server that is stopped while it comes back is gone', async () => {
  copyUsedDataDir()
  const server = await start()
  const before = await findPostmaster(cluster())
  if (before) process.kill(before.pid, 'SIGKILL')
  await eventually(
    async () => {
      const now = await findPostmaster(cluster())
      expect(now && now.pid !== before?.pid).toBe(true)
    },
    { interval: 5 },
  )
  await stop(server)
  expect(await findPostmaster(cluster())).toBeNull()
})

test('what visitors are refused stays out of the log of the server, which still tells other errors', async () => {
  copyUsedDataDir()
  const { url } = await start()
  await migratePlatform({ databaseUrl: url, loginPassword: 'visitor', exposeNewTables: false })
  const visitor = new URL(url)
  visitor.username = 'api_anon'
  visitor.password = 'visitor'
  await expect(query(visitor.href, 'select refused from auth.users')).rejects.toThrow('permission denied')
  await expect(query(url, 'select told from nowhere')).rejects.toThrow('does not exist')
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('select told from nowhere')
  expect(log).not.toContain('refused')
})

describe.runIf(isRoot)('as root', () => {
  test('the server runs under another account', async () => {
    copyUsedDataDir()
    await start()
    const running = await findPostmaster(cluster())
    expect((await stat(`/proc/${running?.pid}`)).uid).not.toBe(0)
  })

  test('a data folder that is closed to everybody holds the cluster all the same, and still shows it to nobody', async () => {
    const home = join(dataDir, 'closed')
    await mkdir(home, { recursive: true })
    await chmod(dataDir, 0o711)
    await chmod(home, 0o700)
    await start({ dataDir: join(home, 'db') })
    expect(await readdir(join(home, 'db'))).toContain('pgdata')
    expect((await stat(home)).mode & 0o777).toBe(0o710)
    for (const server of opened.splice(0)) await server.stop()
  })

  describe('in a folder whose parents are closed', () => {
    let places: string[]
    beforeEach(() => {
      places = []
      // Another user's: root does not open what is not its own.
      chmodSync(join(dataDir, '..'), 0o700)
      chownSync(join(dataDir, '..'), 65_533, 65_533)
    })
    afterEach(async () => {
      for (const server of opened.splice(0)) await server.stop()
      for (const place of places) await rm(place, { recursive: true, force: true })
    })

    async function pointer(): Promise<string> {
      const place = (await readFile(join(dataDir, 'DATABASE-IS-AT'), 'utf8')).split('\n')[0] ?? ''
      places.push(place)
      return place
    }

    test('a pointer says where the cluster lies, and that says whose it is', async () => {
      const server = await start()
      const place = await pointer()
      expect(place).toMatch(/^\/var\/lib\/five-families\/database-[0-9a-f]{16}$/)
      expect(await readFile(join(place, 'BELONGS-TO'), 'utf8')).toBe(`${dataDir}\n`)
      await query(server.url, 'create table kept as select 7 as number')
      await stop(server)
      expect(await query((await start()).url, 'select number from kept')).toEqual([{ number: 7 }])
    })

    test('removing the data folder is a full reset, and the cluster that nobody names any more is told', async () => {
      const server = await start()
      const place = await pointer()
      await query(server.url, 'create table kept as select 7 as number')
      await stop(server)
      await rm(dataDir, { recursive: true, force: true })
      const told: object[] = []
      const again = await start({ log: { ...silentLog, warn: (fields) => told.push(fields) } })
      expect(await pointer()).not.toBe(place)
      await expect(query(again.url, 'select number from kept')).rejects.toThrow('does not exist')
      expect(told).toContainEqual({ folder: place, dataDir })
    })

    test('a pointer to a folder that is not there is told with a way on', async () => {
      await stop(await start())
      const place = await pointer()
      await rm(place, { recursive: true, force: true })
      await expect(start()).rejects.toThrow(`lies in ${place}, which is not there: restore that folder`)
    })
  })

  test("a cluster of another user's is refused with one sentence", async () => {
    copyUsedDataDir()
    chownSync(cluster(), 65_533, 65_533)
    await expect(start()).rejects.toThrow(/belongs to the user with id 65533, but PostgreSQL would run as \d+: start/)
  })

  test.skipIf(closedToOthers)(
    'an ordinary user starts it as well, and is told when the folder is closed to it',
    async () => {
      const home = join(dataDir, '..')
      chmodSync(home, 0o755)
      const as = (folder: string) => {
        const program = `
        import { startEmbedded } from './platform/postgres/embedded.ts'
        import { silentLog } from './platform/log.ts'
        startEmbedded({ dataDir: '${folder}', log: silentLog }).then(
          async (server) => { await server.stop(); console.log('started and stopped') },
          (error) => console.log(error.message))`
        return execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
          ...ORDINARY,
          env: { PATH: process.env.PATH, HOME: home },
        }).toString()
      }
      const own = join(home, 'own')
      await mkdir(own)
      chownSync(own, ORDINARY.uid, ORDINARY.gid)
      expect(as(join(own, 'db'))).toBe('started and stopped\n')
      expect(as(join(home, 'closed'))).toMatch(/^The data folder .*closed cannot be written \(EACCES\)/)
    },
  )
})
