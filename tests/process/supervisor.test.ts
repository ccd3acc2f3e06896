import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPostmaster, freePort } from '#platform'
import { isRunning } from '#platform/testing'
import { type Dahlia, startProcess, type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const PATIENCE = { timeout: 40_000, interval: 50 }

describe('the supervisor of npm start', () => {
  let folder: TemporaryDataDir
  let dahlia: Dahlia
  beforeAll(async () => {
    folder = await temporaryDataDir({ seeded: true })
    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START })
  })
  afterAll(async () => {
    await dahlia.stop()
    await folder.remove()
  })

  test('starts the server again when it is killed, and stops it and the database when it is asked to', async () => {
    const [server] = childrenOf(dahlia.child.pid)
    if (!server) throw new Error('The supervisor has no child.')
    process.kill(server, 'SIGKILL')
    await eventually(() => expect(dahlia.output().match(/Dahlia is ready at/g)).toHaveLength(2), PATIENCE)
    expect(dahlia.output()).toContain('Dahlia was killed by SIGKILL; starting it again.\n')
    expect((await fetch(`${dahlia.url}/readyz`)).status).toBe(200)

    const [again] = childrenOf(dahlia.child.pid)
    expect(await dahlia.stop('SIGTERM')).toBe(0)
    expect(again && isRunning(again)).toBe(false)
    expect(await findPostmaster(join(dahlia.dataDir, 'postgres', 'pgdata'))).toBeNull()
  })

  test('killed itself, takes the server and the database along', async () => {
    dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), main: START })
    const [server] = childrenOf(dahlia.child.pid)
    await dahlia.stop('SIGKILL')
    await eventually(async () => {
      expect(server && isRunning(server)).toBe(false)
      expect(await findPostmaster(join(dahlia.dataDir, 'postgres', 'pgdata'))).toBeNull()
    }, PATIENCE)
  })
})

function childrenOf(pid: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (parent === pid && id ? [id] : []))
}
