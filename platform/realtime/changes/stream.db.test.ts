import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { joined, type SystemMessage, streaming, until } from '../../../tests/support/realtime-channels.ts'
import { type RealtimeServer, startRealtime } from '../../../tests/support/realtime-server.ts'

let db: TestDatabase
let servers: RealtimeServer[]
beforeEach(async () => {
  servers = []
  db = await testDatabase('platform')
  await db.pools.owner.query(`
    create table public.counters (id int primary key);
    alter table public.counters enable row level security;
    create policy "all may see" on public.counters for select to anon using (true);
    grant select on public.counters to anon;
    alter publication supabase_realtime add table public.counters;
  `)
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  expect(await slots()).toEqual([])
  await db.drop()
})

async function start() {
  const server = await startRealtime(db)
  servers.push(server)
  return server
}

async function slots(): Promise<{ slot_name: string; active_pid: number | null }[]> {
  const { rows } = await db.pools.owner.query(
    'select slot_name, active_pid from pg_replication_slots where database = current_database()',
  )
  return rows
}

/** Ids in the order in which they came. */
async function listen(client: SupabaseClient, said: SystemMessage[] = []): Promise<number[]> {
  const heard: number[] = []
  const channel = client
    .channel('counters')
    .on('system', {}, (message: SystemMessage) => said.push(message))
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'counters' }, (change) =>
      heard.push(Number(change.new.id)),
    )
  await streaming(channel)
  return heard
}

const insert = (from: number, to: number) =>
  db.pools.owner.query('insert into public.counters select generate_series($1::int, $2::int)', [from, to])
/** Ends every other session on the database, but not the one that asks. */
const dropSessions = () =>
  db.pools.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('two processes on one database both deliver every change, in order', async () => {
  const heard = await Promise.all([start(), start()].map(async (server) => listen(await (await server).client())))
  await insert(1, 3000)
  await insert(3001, 3010)
  for (const ids of heard) {
    await until(() => ids.length >= 3010, 'all changes')
    expect(ids).toEqual(range(1, 3010))
  }
})

test('a lost connection to the database loses and repeats nothing', async () => {
  const heard = await listen(await (await start()).client())
  let next = 1
  for (let round = 0; round < 5; round++) {
    await insert(next, next + 499)
    await db.pools.owner.query(
      `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`,
    )
    await insert(next + 500, next + 519)
    next += 520
  }
  await until(() => heard.length >= next - 1, 'all changes', 40_000)
  expect(heard).toEqual(range(1, next - 1))
})

test('no change is lost or repeated while the server drops every session under writes', async () => {
  const said: SystemMessage[] = []
  const heard = await listen(await (await start()).client(), said)
  let next = 1
  for (let round = 0; round < 6; round++) {
    for (let rows = 0; rows < 200; rows++) {
      await insert(next, next + 2)
      next += 3
      // All at once, as when the server restarts: the stream, the policies' sessions and the pools' idle ones.
      if (rows === 100) await dropSessions()
    }
    const last = next - 1
    await until(() => heard.includes(last), `the changes of round ${round}`, 30_000)
  }
  expect(heard).toEqual(range(1, next - 1))
  expect(said.filter(({ message }) => message.includes('missed'))).toEqual([])
})

test('clients are told that the stream is interrupted, and that it is back', async () => {
  const said: SystemMessage[] = []
  await listen(await (await start()).client(), said)
  await dropSessions()
  await until(() => said.length >= 3, 'two more messages')
  expect(said).toMatchObject([
    { status: 'ok', message: 'Subscribed to PostgreSQL' },
    { extension: 'postgres_changes', status: 'error', message: expect.stringContaining('interrupted') },
    { extension: 'postgres_changes', status: 'ok', message: 'Subscribed to PostgreSQL' },
  ])
})

test('a slot that is gone is replaced, and subscribers are told that they may have missed something', async () => {
  const said: SystemMessage[] = []
  const heard = await listen(await (await start()).client(), said)
  await db.pools.owner.query(`
    do $$ begin
      perform pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database();
      for i in 1..200 loop
        begin
          perform pg_drop_replication_slot(slot_name) from pg_replication_slots where database = current_database();
          exit;
        exception when object_in_use then perform pg_sleep(0.01);
        end;
      end loop;
    end $$`)
  const gap = await until(() => said.find(({ message }) => message.includes('missed')), 'the notice')
  expect(gap).toMatchObject({ extension: 'postgres_changes', status: 'error' })
  const again = await listen(await (await start()).client())
  let id = 1
  await until(() => {
    void insert(id, id).catch(() => {})
    id += 1
    return heard.length > 0 && again.length > 0
  }, 'changes to flow again')
})

test('a missing publication is named, and joined again once it is there', async () => {
  await db.pools.owner.query('drop publication supabase_realtime')
  const client = await (await start()).client()
  const said: SystemMessage[] = []
  const channel = client.channel('x').on('system', {}, (message: SystemMessage) => said.push(message))
  await joined(channel.on('postgres_changes', { event: '*', schema: 'public', table: 'counters' }, () => {}))
  const refusal = await until(() => said[0], 'the reason')
  expect(refusal).toMatchObject({
    ...{ extension: 'postgres_changes', status: 'error', channel: 'x' },
    message: expect.stringContaining('the publication supabase_realtime does not exist'),
  })
  await db.pools.owner.query('create publication supabase_realtime for table public.counters')
  await until(() => said.some(({ status }) => status === 'ok'), 'the stream', 30_000)
})

test('slots that crashed processes left are dropped at the next start', async () => {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
  const left = [`realtime_${host}_999999999_0123abcd`, 'realtime_00000000_1_0123abcd', 'somebody_elses']
  for (const name of left) {
    await db.pools.owner.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  }
  await listen(await (await start()).client())
  const names = (await slots()).map((slot) => slot.slot_name)
  expect(names).not.toContain(left[0])
  // Another machine's may only be resting, and what is not ours is not ours.
  expect(names).toEqual(expect.arrayContaining(left.slice(1)))
  for (const name of left.slice(1)) await db.pools.owner.query('select pg_drop_replication_slot($1)', [name])
})
