import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { outageOf } from '../kernel/unavailable.ts'
import { AWAY_WAIT_MS, createReachability } from './reachability.ts'

const BUSY_WAIT_MS = 2_500

/** The way to the database, which can be there or be silent, as when the machine behind it is gone. */
let way: Server
let isSilent = false
const sockets = new Set<Socket>()
let db: TestDatabase
let pools: [pg.Pool, pg.Pool]
beforeEach(async () => {
  db = await testDatabase('platform')
  const target = new URL(db.url)
  const { port, hostname } = new URL(db.url)
  way = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (isSilent) return
    const behind = connect(Number(port), hostname).on('error', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const address = way.address()
  target.port = String(typeof address === 'object' && address ? address.port : 0)
  const { open } = createReachability({ busyWaitMs: BUSY_WAIT_MS })
  const config = { connectionString: target.href, max: 2 }
  pools = [open(config), open(config)]
  for (const pool of pools) pool.on('error', () => {})
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(pools.map((pool) => pool.end()))
  way.close()
  await db.drop()
})

const waits = () => pools.map((pool) => pool.options.connectionTimeoutMillis)
const outage = (pool: pg.Pool) => pool.query('select 1').then(() => null, outageOf)

test('once one caller waited in vain for a silent server, all others wait a second at most, until it speaks again', async () => {
  const [one, other] = pools
  expect(await outage(one)).toBeNull()
  expect(waits()).toEqual([BUSY_WAIT_MS, BUSY_WAIT_MS])

  isSilent = true
  for (const socket of sockets) socket.destroy()
  expect(await outage(other)).toBe('database')
  expect(waits()).toEqual([AWAY_WAIT_MS, AWAY_WAIT_MS])
  // More callers than connections: those who wait for one of them hear it as well.
  expect(await Promise.all([one, one, one, other].map(outage))).toEqual(Array(4).fill('database'))

  isSilent = false
  expect(await outage(one)).toBeNull()
  expect(waits()).toEqual([BUSY_WAIT_MS, BUSY_WAIT_MS])
})
