import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { serviceClient, signedInClient, target } from '#tests/support/target.ts'

const FUNCTIONS = [
  ['awin-product-feed', 'awin', ' [B7.92]'],
  ['cj-product-feed', 'cj', ' [B7.93]'],
  ['amazon-product-feed', 'amazon', ' [B7.94]'],
  ['sovrn-product-feed', 'sovrn', ' [B7.95]'],
  ['shopify-product-feed', 'shopify', ' [B7.96]'],
  ['cron-amazon-update', 'amazon-update', ' [B7.97]'],
] as const

const callAs = async (name: string, role: 'viewer' | 'editor', body: unknown = '') => {
  const { accessToken } = await signedInClient({ ...(role === 'editor' ? { role } : {}), target: 'shop' })
  return callFunction(name, body, { headers: { authorization: `Bearer ${accessToken}` } })
}
const service = () => serviceClient('shop')
/** No worker runs beside these tests: what was asked for waits. */
afterEach(async () => {
  const { data } = await service().from('feed_runs').select('id').in('status', ['queued', 'running'])
  for (const { id } of data ?? []) await service().rpc('cancel_feed_run', { run_id: id })
})

describe.each(FUNCTIONS)('%s', (name, kind, id) => {
  test(`asks for a run and answers with it, with a body and without${id}`, async () => {
    const { status, body } = await callAs(name, 'editor')
    expect(body).toEqual({ success: true, run_id: expect.any(Number), message: expect.stringContaining('asked for') })
    expect(status).toBe(200)
    const { data } = await service().from('feed_runs').select('kind, status, started_by').eq('id', body?.run_id)
    expect(data).toEqual([{ kind, status: 'queued', started_by: expect.any(String) }])
    const again = await callAs(name, 'editor', { dry_run: true })
    expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('waits or runs already') } })
  })

  test('is refused to whoever is no editor', async () => {
    expect((await callAs(name, 'viewer')).status).toBe(403)
    expect((await callFunction(name, {})).status).toBe(401)
    expect((await callFunction(name, { dry_run: 'yes' }, { key: target('shop').secretKey })).status).toBe(400)
  })
})

test('an import that lacks something has failed at once, and says what it lacks', async () => {
  const client = new pg.Client({ connectionString: target('shop').databaseUrl })
  await client.connect()
  try {
    await client.query(`insert into private.feed_clocks (kind, missing) values ('cj', 'CJ_ACCESS_TOKEN is missing.')
      on conflict (kind) do update set missing = excluded.missing`)
    const { status, body } = await callAs('cj-product-feed', 'editor')
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        run_id: expect.any(Number),
        message: 'CJ_ACCESS_TOKEN is missing.',
        error: 'CJ_ACCESS_TOKEN is missing.',
      },
    ])
    const { data } = await service().from('feed_runs').select('status, message').eq('id', body?.run_id)
    expect(data).toEqual([{ status: 'failed', message: 'CJ_ACCESS_TOKEN is missing.' }])
  } finally {
    await client.query(`delete from private.feed_clocks where kind = 'cj'`)
    await client.end()
  }
})
