import pg from 'pg'
import postgres from 'postgres'
import { runBatch } from './batch.ts'
import { prepareDatabase, QUERIES } from './queries.ts'

/**
 * Which driver runs a request's transaction fastest (settings, then the list query, as one transaction) on 8
 * connections: `node bench/rest/drivers.ts postgres://…` on an empty cluster. The figures are in docs/decisions/0006.
 */
const CONNECTIONS = 8
const ROUNDS = 5
const ROUND_MS = 1000

const SETTINGS = `select set_config('role', 'anon', true), set_config('request.jwt.claims', $1, true)`
const CLAIMS = '{"role":"anon"}'
const { sql: SELECT, values } = QUERIES.list
const [value] = values

type Way = (connection: number) => Promise<unknown>

const [url = ''] = process.argv.slice(2)
await prepareDatabase(url)
const plain = await connectAll({})
const pipelined = await connectAll({ pipeline: true })
const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {} })
const reserved = await Promise.all(Array.from({ length: CONNECTIONS }, () => sql.reserve()))

const ways: Record<string, Way> = {
  'pg, SELECT alone, prepared': (at) => client(plain, at).query({ name: 'list', text: SELECT, values: [value] }),
  'pg, one batch with one Sync': (at) =>
    runBatch(client(plain, at), [
      { name: 'settings', text: SETTINGS, values: [CLAIMS] },
      { name: 'list', text: SELECT, values: [String(value)] },
    ]),
  'pg, pipeline: true': (at) => transaction(client(pipelined, at), true),
  'pg, each awaited': (at) => transaction(client(plain, at), false),
  'postgres, reserved, sent at once': (at) => {
    const own = reserved[at]
    if (!own) throw new Error('No such connection.')
    return Promise.all([
      own`begin`,
      own.unsafe(SETTINGS, [CLAIMS], { prepare: true }),
      own.unsafe(SELECT, [value], { prepare: true }),
      own`commit`,
    ])
  },
}

const results = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]))
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, way] of Object.entries(ways)) {
    const perSecond = await measure(way)
    // The first round warms up.
    if (round > 0) results.get(name)?.push(perSecond)
  }
}
for (const [name, numbers] of results) {
  const median = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  console.log(`${name.padEnd(34)} ${Math.round(median)}/s`)
}
for (const own of reserved) own.release()
await Promise.all([...plain, ...pipelined].map((each) => each.end()))
await sql.end()

async function connectAll(options: pg.ClientConfig & { pipeline?: boolean }): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connected = new pg.Client({ connectionString: url, ...options })
      await connected.connect()
      return connected
    }),
  )
}

function client(clients: readonly pg.Client[], at: number): pg.Client {
  const found = clients[at]
  if (!found) throw new Error('No such connection.')
  return found
}

async function transaction(own: pg.Client, atOnce: boolean): Promise<void> {
  const steps = [
    () => own.query('begin'),
    () => own.query({ name: 'settings', text: SETTINGS, values: [CLAIMS] }),
    () => own.query({ name: 'list', text: SELECT, values: [value] }),
    () => own.query('commit'),
  ]
  if (atOnce) await Promise.all(steps.map((step) => step()))
  else for (const step of steps) await step()
}

async function measure(way: Way): Promise<number> {
  const began = performance.now()
  const until = began + ROUND_MS
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, at) => {
      let count = 0
      while (performance.now() < until) {
        await way(at)
        count += 1
      }
      return count
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000)
}
