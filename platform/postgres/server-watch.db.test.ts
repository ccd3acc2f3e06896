import { Socket } from 'node:net'
import { type ConnectionOptions, createServer, type TLSSocket } from 'node:tls'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { type DatabaseRoute, openDatabaseRoute } from '../../tests/support/database-route.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { outageOf } from '../kernel/unavailable.ts'
import { openClient, openPool } from './open-pool.ts'

let db: TestDatabase
let route: DatabaseRoute
let stack: AsyncDisposableStack
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  db = stack.adopt(await testDatabase('platform'), (it) => it.drop())
  route = stack.use(await openDatabaseRoute({ databaseUrl: db.url }))
})
afterEach(() => stack.disposeAsync())

function pool(config: pg.PoolConfig = {}): pg.Pool {
  return stack.adopt(openPool({ connectionString: route.url, max: 2, ...config }), (it) => it.end())
}

const outage = (on: pg.Pool | pg.Client, statement = 'select 1') => on.query(statement).then(() => null, outageOf)

/** Far less than what anybody would wait otherwise: for a connection 10 s, for a sent statement minutes. */
const SOON = { timeout: 9_000 }

describe('a database that falls silent', () => {
  test('is noticed by whoever waits, under a statement, in the queue, or on a new connection', SOON, async () => {
    const [one, other] = [pool(), pool()]
    expect(await outage(one)).toBeNull()
    route.cut()
    // Two have connections, four wait for one of them, one connects.
    const waiting = [...Array(6).fill(one), other].map((it: pg.Pool) => outage(it, 'select pg_sleep(60)'))
    expect(await Promise.all(waiting)).toEqual(Array(7).fill('database'))
  })

  test('is not asked by anybody until it speaks again, and then by everybody', SOON, async () => {
    const one = pool()
    expect(await outage(one)).toBeNull()
    route.cut()
    expect(await outage(one)).toBe('database')
    const connect = vi.spyOn(Socket.prototype, 'connect')
    expect(await Promise.all(Array.from({ length: 20 }, () => outage(one)))).toEqual(Array(20).fill('database'))
    expect(connect).not.toHaveBeenCalled()
    connect.mockRestore()
    route.mend()
    await eventually(async () => expect(await outage(one)).toBeNull())
  })

  test('loses the sessions that only listen as well', SOON, async () => {
    const listener = openClient({ connectionString: route.url })
    const ended = new Promise((resolve) => listener.on('error', (error) => resolve(outageOf(error))))
    await listener.connect()
    const one = pool()
    expect(await outage(one)).toBeNull()
    route.cut()
    expect(await outage(one)).toBe('database')
    expect(await ended).toBe('database')
  })

  test('is noticed where nobody waits for anything', { timeout: 20_000 }, async () => {
    const listener = openClient({ connectionString: route.url })
    await listener.connect()
    const ended = new Promise((resolve) => listener.on('error', (error) => resolve(outageOf(error))))
    route.cut()
    expect(await ended).toBe('database')
  })

  test('is noticed through TLS', SOON, async () => {
    const encrypted = stack.use(await openDatabaseRoute({ databaseUrl: db.url, front: answerTls }))
    const one = pool({ connectionString: encrypted.url, ssl: TLS })
    expect(await outage(one)).toBeNull()
    encrypted.cut()
    expect(await outage(one, 'select pg_sleep(60)')).toBe('database')
    encrypted.mend()
    await eventually(async () => expect(await outage(one)).toBeNull())
  })
})

describe('a database that is there', () => {
  test('may take long over a statement', async () => {
    expect(await outage(pool(), 'select pg_sleep(3)')).toBeNull()
  })

  test('may take long through TLS', async () => {
    const encrypted = stack.use(await openDatabaseRoute({ databaseUrl: db.url, front: answerTls }))
    expect(await outage(pool({ connectionString: encrypted.url, ssl: TLS }), 'select pg_sleep(3)')).toBeNull()
  })

  test('may have a borrower that holds its connection without a word', async () => {
    const client = await pool().connect()
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    client.release()
  })

  test('is not given up because this process was busy', async () => {
    const one = pool()
    const sleeping = outage(one, 'select pg_sleep(1.5)')
    const until = performance.now() + 1_200
    await new Promise(setImmediate)
    while (performance.now() < until);
    expect(await sleeping).toBeNull()
  })
})

test('a server that refuses is not called silent: everybody hears it from the server itself', SOON, async () => {
  const one = pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const error = await one.query('select 1').catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})

/** By a secret that both know, so that nobody needs a certificate. */
const TLS: ConnectionOptions = {
  ciphers: 'PSK',
  maxVersion: 'TLSv1.2',
  checkServerIdentity: () => undefined,
  pskCallback: () => ({ psk: Buffer.alloc(16, 7), identity: 'a client' }),
}

/** What PostgreSQL does with a client that asks for TLS; one that only asks whether anybody is there hangs up. */
function answerTls(socket: Socket): Promise<TLSSocket> {
  const server = createServer({ ciphers: 'PSK', maxVersion: 'TLSv1.2', pskCallback: () => Buffer.alloc(16, 7) })
  return new Promise((resolve, reject) => {
    server.once('secureConnection', (secure) => resolve(secure.on('error', () => {})))
    socket.once('close', reject).once('data', () => {
      socket.write('S')
      server.emit('connection', socket)
    })
  })
}
