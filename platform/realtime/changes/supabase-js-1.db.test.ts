import { createClient, type SupabaseRealtimePayload } from 'supabase-js-1'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { until } from '../../../tests/support/realtime-channels.ts'
import { type RealtimeServer, startRealtime } from '../../../tests/support/realtime-server.ts'

interface Todo {
  id: number
  title: string
}

let db: TestDatabase
let server: RealtimeServer
beforeAll(async () => {
  db = await testDatabase('platform')
  await db.pools.owner.query(`
    create table public.todos (id int primary key, title text);
    alter table public.todos replica identity full;
    grant select on public.todos to anon;
    alter publication supabase_realtime add table public.todos;
  `)
  server = await startRealtime(db)
})
afterAll(async () => {
  await server.close()
  await db.drop()
})

/** Subscribes as supabase-js 1 does, and waits until the server says that changes flow. */
async function listen(target: string, event: 'INSERT' | '*') {
  const client = createClient(server.url, 'sb_publishable_test')
  const heard: SupabaseRealtimePayload<Todo>[] = []
  const subscription = client.from<Todo>(target).on(event, (change) => heard.push(change))
  const said: unknown[] = []
  subscription.subscription.on('system', (message: unknown) => said.push(message))
  subscription.subscribe()
  await until(() => said.length > 0, 'the system message')
  return { heard, said, close: () => client.removeAllSubscriptions() }
}

test('supabase-js 1 hears changes of the table and the filter that it names in the topic', async () => {
  const all = await listen('todos', '*')
  const one = await listen('todos:id=eq.2', 'INSERT')
  const schema = await listen('*', 'INSERT')
  for (const { said } of [all, one, schema]) expect(said).toMatchObject([{ message: 'Subscribed to PostgreSQL' }])
  await db.pools.owner.query(`insert into public.todos values (1, 'one'), (2, 'two')`)
  await db.pools.owner.query(`update public.todos set title = 'eins' where id = 1`)
  await db.pools.owner.query('delete from public.todos where id = 1')
  await until(() => all.heard.length === 4, 'all changes')
  expect(all.heard).toMatchObject([
    { eventType: 'INSERT', schema: 'public', table: 'todos', new: { id: 1, title: 'one' }, errors: null },
    { eventType: 'INSERT', new: { id: 2, title: 'two' } },
    { eventType: 'UPDATE', new: { id: 1, title: 'eins' }, old: { id: 1, title: 'one' } },
    { eventType: 'DELETE', old: { id: 1 } },
  ])
  expect(one.heard).toMatchObject([{ new: { id: 2, title: 'two' } }])
  expect(schema.heard).toHaveLength(2)
  for (const { close } of [all, one, schema]) await close()
})

test('a topic that names no table is told what is wrong with it', async () => {
  const { said, close } = await listen('unheard_of', 'INSERT')
  expect(said).toMatchObject([{ status: 'error', message: expect.stringContaining('Unable to subscribe to changes') }])
  await close()
})
