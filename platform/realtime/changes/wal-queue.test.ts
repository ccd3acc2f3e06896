import { expect, test } from 'vitest'
import { silentLog } from '../../log.ts'
import type { Relation } from './pgoutput.ts'
import { createWalQueue, type WalChange } from './wal-queue.ts'

const relation: Relation = { oid: 1, schema: 'public', name: 'rows', columns: [] }
const change = (id: string): WalChange => ({
  ...{ kind: 'INSERT', relation, commitTimeMs: 0, xid: 1, new: [id], old: null },
})

/** A queue whose deliveries and connection do what the test says. */
function open(deliver: (ids: string[]) => Promise<void>) {
  const failures: unknown[] = []
  const givenUp: string[] = []
  const flow: string[] = []
  const queue = createWalQueue({
    log: silentLog,
    audience: () => 1,
    deliver: (changes) => deliver(changes.map((one) => one.new?.[0] ?? '')),
    isTemporary: (error) => error instanceof Error && error.message === 'away',
    onGivenUp: (changes) => givenUp.push(...changes.map((one) => one.new?.[0] ?? '')),
  })
  const source = {
    pause: () => flow.push('pause'),
    resume: () => flow.push('resume'),
    fail: (error: unknown) => failures.push(error),
  }
  /** What the server sends of one transaction, of which it repeats everything that was not confirmed. */
  function send(finalLsn: bigint, ids: string[], bytes = 10) {
    for (const [index, id] of ids.entries()) {
      if (!queue.isDelivered({ finalLsn, index })) queue.push({ change: change(id), finalLsn, index, bytes })
    }
    queue.push({ done: finalLsn, endLsn: finalLsn + 1n })
  }
  return { queue, source, send, failures, givenUp, flow }
}

test('what a connection sends again is delivered once, whatever had been delivered of it', async () => {
  const heard: string[] = []
  const { queue, source, send } = open(async (ids) => void heard.push(...ids))
  await queue.attach(source)
  send(10n, ['a', 'b'])
  send(20n, ['c'])
  await queue.settled()
  queue.detach()
  await queue.attach(source)
  send(10n, ['a', 'b'])
  await queue.settled()
  send(20n, ['c'])
  send(30n, ['d'])
  await queue.settled()
  expect(heard).toEqual(['a', 'b', 'c', 'd'])
  expect(queue.confirmed).toBe(31n)
})

test('a delivery that fails while the database is away confirms nothing, and is made again', async () => {
  const heard: string[] = []
  let away = true
  const { queue, source, send, failures, givenUp } = open(async (ids) => {
    if (away) throw new Error('away')
    heard.push(...ids)
  })
  await queue.attach(source)
  send(10n, ['a'])
  send(20n, ['b'])
  await queue.settled()
  // The rest of what the failed connection had read must not overtake what failed.
  send(30n, ['c'])
  await queue.settled()
  expect({ heard, failures: failures.length, confirmed: queue.confirmed }).toEqual({
    ...{ heard: [], failures: 1, confirmed: 0n },
  })
  away = false
  await queue.attach(source)
  send(10n, ['a'])
  send(20n, ['b'])
  send(30n, ['c'])
  await queue.settled()
  expect(heard).toEqual(['a', 'b', 'c'])
  expect(givenUp).toEqual([])
})

test('changes that can never be delivered are given up, told, and hold nothing up', async () => {
  const heard: string[] = []
  const { queue, source, send, givenUp, failures } = open(async (ids) => {
    if (ids.includes('bad')) throw new Error('no')
    heard.push(...ids)
  })
  await queue.attach(source)
  send(10n, ['bad'])
  await queue.settled()
  send(20n, ['good'])
  await queue.settled()
  expect({ heard, givenUp, failures }).toEqual({ heard: ['good'], givenUp: ['bad'], failures: [] })
})

test('a batch that takes the database down each time is given up in the end', async () => {
  const { queue, source, send, givenUp, failures } = open(async () => {
    throw new Error('away')
  })
  for (let connection = 0; connection < 5; connection++) {
    await queue.attach(source)
    send(10n, ['crash'])
    await queue.settled()
  }
  expect(failures).toHaveLength(4)
  expect(givenUp).toEqual(['crash'])
})

test('reading stops for large rows before they fill the memory', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { queue, source, send, flow } = open(() => promise)
  await queue.attach(source)
  send(10n, ['a', 'b', 'c'], 9 * 1024 * 1024)
  expect(flow).toEqual(['pause'])
  resolve()
  await queue.settled()
  expect(flow).toEqual(['pause', 'resume'])
})
