import { chown, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostmaster, freePort } from '#platform'
import { stopPostmaster } from '#platform/testing'
import { type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'
import { isTaken, type NpmCommand, signalGroup, spawnNpm, untilSaid } from '../support/npm.ts'
import { addOrdinaryUser, type OrdinaryUser } from '../support/ordinary-user.ts'

/** An orderly stop takes a second; on a machine that does a lot else, many. */
const PATIENCE = { timeout: 40_000, interval: 50 }

const ENDS: [how: string, end: (command: NpmCommand) => unknown][] = [
  ['SIGTERM to npm', ({ npm }) => npm.kill('SIGTERM')],
  ['SIGHUP to npm', ({ npm }) => npm.kill('SIGHUP')],
  ['kill -9 of npm', ({ npm }) => npm.kill('SIGKILL')],
  ['Ctrl-C', (command) => signalGroup(command, 'SIGINT')],
  ['a closed terminal', (command) => signalGroup(command, 'SIGHUP')],
]

interface Kind {
  name: string
  /** Run by an account that `useradd` makes, as most people have one: only root can try that. */
  asOrdinaryUser?: true
  args(port: number, dataDir: string): string[]
  env?(port: number, dataDir: string): Record<string, string>
  cluster: string
  ready: string
}

const KINDS: Kind[] = [
  {
    name: 'npm run platform',
    args: (port, dataDir) => ['run', 'platform', '--', '--port', `${port}`, '--data-dir', dataDir],
    cluster: 'db/pgdata',
    ready: '"url"',
  },
  {
    name: 'npm start',
    args: () => ['start'],
    env: (port, dataDir) => ({ PORT: `${port}`, DATA_DIR: dataDir }),
    cluster: 'postgres/pgdata',
    ready: 'Dahlia is ready at',
  },
  {
    name: 'npm start of an ordinary user (left out where the tests are not run by root)',
    asOrdinaryUser: true,
    args: () => ['start'],
    env: (port, dataDir) => ({ PORT: `${port}`, DATA_DIR: dataDir }),
    cluster: 'postgres/pgdata',
    ready: 'Dahlia is ready at',
  },
]

const isRoot = process.getuid?.() === 0
const kinds = KINDS.map((kind) => ({ ...kind, skip: kind.asOrdinaryUser === true && !isRoot }))

describe.each(kinds)('$name', ({ args, env, cluster, ready, asOrdinaryUser, skip }) => {
  let account: OrdinaryUser | null = null
  let folder: TemporaryDataDir
  let port: number
  let running: NpmCommand | undefined
  beforeAll(async () => {
    if (skip) return
    folder = await temporaryDataDir()
    port = await freePort()
    if (!asOrdinaryUser) return
    account = addOrdinaryUser()
    await chown(dirname(folder.dataDir), account.uid, account.gid)
  })
  afterAll(async () => {
    if (skip) return
    if (running?.npm.exitCode === null) signalGroup(running, 'SIGKILL')
    await stopPostmaster(join(folder.dataDir, cluster))
    await folder.remove()
    account?.remove()
  })

  async function start(): Promise<NpmCommand> {
    const command = spawnNpm({ args: args(port, folder.dataDir), env: env?.(port, folder.dataDir) ?? {}, account })
    running = command
    await untilSaid(command, ready)
    expect(await isTaken(port)).toBe(true)
    return command
  }

  // One after the other on one folder and one port: what a stop leaves behind, the next start stumbles over.
  test.skipIf(skip).each(ENDS)('ended by %s takes the server and its database along', async (_, end) => {
    const command = await start()
    expect(await findPostmaster(join(folder.dataDir, cluster))).not.toBeNull()
    end(command)
    await eventually(async () => {
      expect(await isTaken(port)).toBe(false)
      expect(await findPostmaster(join(folder.dataDir, cluster))).toBeNull()
    }, PATIENCE)
  })

  test.skipIf(skip)('killed with kill -9, all of it at once, starts again as if nothing had been', async () => {
    signalGroup(await start(), 'SIGKILL')
    await eventually(async () => expect(await isTaken(port)).toBe(false), PATIENCE)
    const again = await start()
    again.npm.kill('SIGTERM')
    await eventually(async () => expect(await findPostmaster(join(folder.dataDir, cluster))).toBeNull(), PATIENCE)
  })
})

test('every command of ours is one that ends with npm', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const ours = Object.values<string>(scripts).filter((script) => /\.ts\b/.test(script))
  expect(ours.length).toBeGreaterThan(8)
  expect(ours.filter((script) => !script.startsWith('node scripts/run.mjs '))).toEqual([])
})
