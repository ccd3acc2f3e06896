import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, freePort, silentLog, startEmbedded } from '#platform'
import { serviceClientOf } from '../support/clients.ts'
import { type Dahlia, keysOf, startProcess, type TemporaryDataDir, temporaryDataDir } from '../support/dahlia.ts'
import { eventually } from '../support/eventually.ts'

describe('two processes on one database', () => {
  const folders: TemporaryDataDir[] = []
  let database: EmbeddedPostgres
  let processes: Dahlia[] = []
  beforeAll(async () => {
    folders.push(await temporaryDataDir(), await temporaryDataDir(), await temporaryDataDir())
    const [cluster, ...own] = folders.map((folder) => folder.dataDir)
    database = await startEmbedded({ dataDir: cluster ?? '', log: silentLog })
    const env = { DATABASE_URL: database.url, SUPABASE_JWT_SECRET: 'a secret that both machines were given, 32+' }
    // At once, on an empty database: each migration and the first admin are still made once.
    processes = await Promise.all(own.map(async (dataDir) => startProcess({ dataDir, port: await freePort(), env })))
  })
  afterAll(async () => {
    await Promise.all(processes.map((dahlia) => dahlia.stop()))
    await database.stop()
    await Promise.all(folders.map((folder) => folder.remove()))
  })

  test('make one first admin between them, and agree on every key', async () => {
    const announced = processes.filter((dahlia) => dahlia.output().includes('Sign in at'))
    expect(announced).toHaveLength(1)
    const [one, two] = await Promise.all(processes.map((dahlia) => keysOf(dahlia)))
    expect(one).toEqual(two)
  })

  test('a write through one is on the pages of both', async () => {
    const [one, two] = processes
    if (!one || !two) throw new Error('There are two.')
    const service = await serviceClientOf(one)
    const page = { name: 'Before', url: '/shared', content: '<p>Words</p>', is_published: true }
    expect((await service.from('pages').insert(page)).error).toBeNull()
    const shows = async (name: string) => {
      for (const { url } of processes) expect(await (await fetch(`${url}/shared`)).text()).toContain(`>${name}<`)
    }
    await eventually(() => shows('Before'))
    expect((await service.from('pages').update({ name: 'After' }).eq('url', '/shared')).error).toBeNull()
    await eventually(() => shows('After'), { interval: 20 })
  })
})
