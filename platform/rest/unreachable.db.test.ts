import { afterAll, beforeAll, expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { silentLog } from '../log.ts'
import { openPools } from '../postgres/pools.ts'
import { createTokens } from '../tokens.ts'
import { createRestService } from './index.ts'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness()
})
afterAll(() => rest.close())

const call = { requestId: 'test', clientAddress: '::1', mountPath: '' }

test('a session that the database ends under a request is an outage, and the next request has a new one', async () => {
  await rest.send('/books?limit=1')
  const slow = rest.send('/rpc/slow')
  await expect
    .poll(async () => {
      const { rows } = await rest.sql(`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and usename = 'api_anon' and query like '%slow%' and state = 'active'
      `)
      return rows.length
    })
    .toBeGreaterThan(0)
  expect(await slow).toMatchObject({ status: 503, json: { code: '57P01' } })
  expect((await rest.send('/books?limit=1')).status).toBe(200)
})

test('a connection that is lost while it is on loan and idle fails its next query, not the process', async () => {
  const client = await rest.pools.asRole('anon').connect()
  const lost = new Promise((resolve) => client.once('end', () => resolve('ended')))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await rest.sql(`select pg_terminate_backend(${rows[0]?.pid})`)
  expect(await lost).toBe('ended')
  await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated/)
  client.release(true)
})

test('a database that is away is said so, with a code that clients retry', async () => {
  const ownerUrl = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
  const pools = openPools({ ownerUrl, loginPassword: 'none', log: silentLog })
  const service = await createRestService({
    pools,
    ownerUrl,
    tokens: await createTokens({ jwtSecret: 'a-secret-for-tests-of-at-least-32-characters', signingKeys: [] }),
    config: configSchema.parse({}),
    publicUrl: 'http://rest.test',
    log: silentLog,
    now: () => new Date(),
  })
  const answer = await service.fetch(new Request('http://rest.test/books'), call)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'PGRST002' })
  await service.close()
  await pools.close()
})
