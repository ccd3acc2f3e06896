import { createServer, type IncomingHttpHeaders } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { type Listening, listen } from '../../tests/support/listen.ts'
import { parseConfig } from '../config/parse.ts'
import { createPlatform } from '../create-platform.ts'
import { silentLog } from '../log.ts'
import type { Platform } from '../platform.ts'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: unknown
}

interface RequestRow {
  status: number | null
  error: string | null
  attempts: number
  finished: boolean
  waits: boolean
  body: string | null
}

let db: TestDatabase
let receiver: Listening
let origin: string
let received: Received[] = []
/** Statuses of the next responses; then 200. 0: no response at all. */
let statuses: number[] = []

beforeAll(async () => {
  db = await testDatabase('platform')
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    received.push({ method, url, headers, body: text ? JSON.parse(text) : null })
    const status = statuses.shift() ?? 200
    if (status > 0) response.writeHead(status).end()
  })
  receiver = await listen(server)
  origin = receiver.url
  await sql(`
    create table public.orders (id int primary key, note text);
    grant all on public.orders to anon;
  `)
})
afterAll(async () => {
  await receiver.close()
  await db.drop()
})
beforeEach(async () => {
  received = []
  statuses = []
  await sql('drop trigger if exists hook on public.orders; truncate public.orders, _platform.webhook_requests')
})

const sql = (text: string) => db.pools.owner.query(text)

async function hook(args: string, events = 'insert or update or delete') {
  await sql(`create trigger hook after ${events} on public.orders
    for each row execute function supabase_functions.http_request(${args})`)
}

const toReceiver = (path = '/', rest = `'{"Content-Type":"application/json"}', '{}', '5000'`) =>
  `'${origin}${path}', 'POST', ${rest}`

async function requests(): Promise<RequestRow[]> {
  const { rows } = await db.pools.owner.query<RequestRow>(
    `select status, error, attempts, finished_at is not null as finished, due_at > now() as waits, body
     from _platform.webhook_requests order by id`,
  )
  return rows
}

async function platformWith(webhooks: string, log = silentLog): Promise<Platform & AsyncDisposable> {
  const { config } = parseConfig(`
    project_id = "demo"
    [platform]
    webhooks = "${webhooks}"
    [functions.open]
    verify_jwt = false
    [storage]
    enabled = false
  `)
  const jwtSecret = 'a shared secret of the tests, long enough'
  const platform = await createPlatform({
    ...{ databaseUrl: db.url, loginPassword: inject('loginPassword'), config, log, storageDir: '/nowhere' },
    ...{ publicUrl: 'http://127.0.0.1:5', functionsDir: 'tests/fakes/functions' },
    keys: { publishable: 'sb_publishable_test', secret: 'sb_secret_test', required: false, jwtSecret, signingKeys: [] },
  })
  await platform.migrate()
  return Object.assign(platform, { [Symbol.asyncDispose]: () => platform.close() })
}

test('each change of a row is told in the shape of hosted projects, whoever made it', async () => {
  await using platform = await platformWith('any')
  await hook(toReceiver('/in?a=1', `'{"X-Key":"k","Content-Type":"application/json"}', '{"b":"two words"}', '5000'`))
  const response = await platform.fetch(
    new Request('http://platform.test/rest/v1/orders', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":1,"note":"nöte"}' },
    }),
  )
  expect(response.status).toBe(201)
  await expect.poll(() => received.length).toBe(1)
  await sql(`update public.orders set note = 'b'`)
  await expect.poll(() => received.length).toBe(2)
  await sql('delete from public.orders')
  await expect.poll(() => received.length).toBe(3)
  const common = { table: 'orders', schema: 'public' }
  expect(received.map(({ body }) => body)).toEqual([
    { ...common, type: 'INSERT', record: { id: 1, note: 'nöte' }, old_record: null },
    { ...common, type: 'UPDATE', record: { id: 1, note: 'b' }, old_record: { id: 1, note: 'nöte' } },
    { ...common, type: 'DELETE', record: null, old_record: { id: 1, note: 'b' } },
  ])
  expect(received[0]).toMatchObject({ method: 'POST', url: '/in?a=1&b=two+words', headers: { 'x-key': 'k' } })
  const { rows } = await sql(
    `select hook_table_id::regclass::text as "table", hook_name from supabase_functions.hooks order by id desc limit 1`,
  )
  expect(rows).toEqual([{ table: 'orders', hook_name: 'hook' }])
  // What was delivered keeps no copy of the row.
  await expect
    .poll(requests)
    .toEqual(
      Array.from({ length: 3 }, () =>
        expect.objectContaining({ status: 200, finished: true, body: null, error: null }),
      ),
    )
})

test('only the address and the method are needed; GET sends the parameters alone', async () => {
  await using _platform = await platformWith('any')
  await hook(`'${origin}/get', 'GET', 'null', '{"a":1}'`, 'insert')
  await sql('insert into public.orders values (1)')
  await expect.poll(() => received).toMatchObject([{ method: 'GET', url: '/get?a=1', body: null }])
  await sql('drop trigger hook on public.orders')
  await hook(`'${origin}/post', 'POST'`)
  await sql('insert into public.orders values (2)')
  await expect.poll(() => received.at(-1)?.headers['content-type']).toBe('application/json')
})

test('a change that is rolled back is never told', async () => {
  await using _platform = await platformWith('any')
  await hook(toReceiver())
  await sql('begin; insert into public.orders values (1); rollback; insert into public.orders values (2)')
  await expect.poll(() => received).toMatchObject([{ body: { record: { id: 2 } } }])
})

test.each([
  ["'null', 'POST'", 'url argument is missing'],
  ["'http://x'", 'method argument is missing'],
  ["'http://x', 'PATCH'", 'method argument PATCH is invalid'],
])('http_request(%s) refuses the change', async (args, message) => {
  await hook(args)
  await expect(sql('insert into public.orders values (1)')).rejects.toThrow(message)
})

describe.each([
  'http://kong:8000',
  'http://host.docker.internal:54321',
  'http://supabase_kong_demo:8000',
  'http://localhost:5',
])('the address %s of a local project', (own) => {
  test("reaches the project's own functions without a way out", async () => {
    await using _platform = await platformWith('public')
    await hook(`'${own}/functions/v1/open', 'POST'`)
    await sql('insert into public.orders values (1)')
    await expect.poll(requests).toMatchObject([{ status: 200, finished: true }])
  })
})

test('a receiver that is away is asked again, with the same id, and given up after the fifth attempt', async () => {
  const told: object[] = []
  await using _platform = await platformWith('any', { ...silentLog, warn: (fields) => told.push(fields) })
  statuses = [503, 0, 200]
  await hook(toReceiver('/secret?key=hidden', `'{}', '{}', '2000'`))
  await sql('insert into public.orders values (1)')
  await expect.poll(requests).toMatchObject([{ status: 503, attempts: 1, finished: false, waits: true }])
  await expect.poll(async () => (await requests())[0]?.error).toBe('the response was 503')
  const dueNow = () => sql('update _platform.webhook_requests set due_at = now()')
  await dueNow()
  await expect.poll(async () => (await requests())[0]?.error).toContain('timeout')
  await dueNow()
  await expect.poll(requests).toMatchObject([{ status: 200, attempts: 3, finished: true, error: null }])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  statuses = [500]
  await sql('begin; insert into public.orders values (2); update _platform.webhook_requests set attempts = 4; commit')
  await expect.poll(async () => (await requests())[1]).toMatchObject({ attempts: 5, finished: true, body: null })
  expect(told).toMatchObject([
    { webhook: 'hook', table: 'public.orders', to: `${origin}/secret`, attempts: 1, status: 503, afterSeconds: 5 },
    { attempts: 2, status: null, afterSeconds: 30 },
    { attempts: 5, status: 500 },
  ])
  expect(JSON.stringify(told)).not.toContain('hidden')
})

test('a refusal is final', async () => {
  await using _platform = await platformWith('any')
  statuses = [404]
  await hook(toReceiver())
  await sql('insert into public.orders values (1)')
  await expect.poll(requests).toMatchObject([{ status: 404, attempts: 1, finished: true }])
})

test('a host without a way out says so, and other addresses are not called', async () => {
  await using _platform = await platformWith('public')
  await hook(toReceiver())
  await sql('insert into public.orders values (1)')
  await expect
    .poll(requests)
    .toMatchObject([{ error: expect.stringContaining('no way out to the internet'), finished: false }])
  expect(received).toEqual([])
})

test('what is under way when a process ends is sent by the next', async () => {
  statuses = [0]
  await hook(toReceiver())
  {
    await using _platform = await platformWith('any')
    await sql('insert into public.orders values (1)')
    await expect.poll(() => received.length).toBe(1)
  }
  expect(await requests()).toMatchObject([{ finished: false, waits: false, error: 'the process ended' }])
  await using _next = await platformWith('any')
  await expect.poll(requests).toMatchObject([{ status: 200, finished: true }])
})

test('switched off, requests wait, and the start names the tables', async () => {
  await hook(toReceiver())
  const told: string[] = []
  await using _platform = await platformWith('off', { ...silentLog, warn: (_, message) => told.push(message) })
  await sql('insert into public.orders values (1)')
  expect(told).toEqual([`webhooks = "off": what the webhooks of orders queue is not sent`])
  expect(await requests()).toMatchObject([{ attempts: 0, finished: false }])
})

test('no role of the API reads or writes the queue, or calls the function', async () => {
  for (const role of ['anon', 'authenticated']) {
    const client = new pg.Client({ connectionString: db.pools.asRole(role).options.connectionString })
    await client.connect()
    await client.query(`set role ${role}`)
    for (const table of ['_platform.webhook_requests', 'supabase_functions.hooks']) {
      await expect(client.query(`select from ${table}`)).rejects.toThrow('permission denied')
    }
    await client.end()
  }
})
