import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { joined, type SystemMessage, until } from '../../tests/support/realtime-channels.ts'
import { type RealtimeServer, startRealtime } from '../../tests/support/realtime-server.ts'

let db: TestDatabase
let server: RealtimeServer
let other: RealtimeServer
beforeAll(async () => {
  db = await testDatabase('platform')
  await db.pools.owner.query(`
    create policy "listen in topics" on realtime.messages for select to authenticated
      using (realtime.topic() like 'topic:%' or (realtime.topic() like 'mine:%' and realtime.topic() = 'mine:' || auth.uid()));
    create policy "speak in topics" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'topic:%');
    create policy "only presence here" on realtime.messages for select to authenticated
      using (realtime.topic() like 'lobby:%' and extension = 'presence');
  `)
  // Two processes on one database.
  ;[server, other] = await Promise.all([startRealtime(db), startRealtime(db)])
  await Promise.all([reaches(server, other), reaches(other, server)])
})
afterAll(async () => {
  await Promise.all([server.close(), other.close()])
  await db.drop()
})

const user = (sub = crypto.randomUUID()) => ({ role: 'authenticated', sub })
const topic = (prefix = 'topic') => `${prefix}:${crypto.randomUUID()}`

/** Processes that have just started greet each other first; what is said before that reaches nobody elsewhere. */
async function reaches(from: RealtimeServer, to: RealtimeServer): Promise<void> {
  const name = topic()
  let isHeard = false
  const [listener, speaker] = await Promise.all([to.client(), from.client()])
  const hear = () => {
    isHeard = true
  }
  await joined(listener.channel(name).on('broadcast', { event: 'greeting' }, hear))
  const channel = await joined(speaker.channel(name, { config: { broadcast: { ack: true } } }))
  await eventually(async () => {
    await channel.send({ type: 'broadcast', event: 'greeting', payload: {} })
    expect(isHeard).toBe(true)
  })
}

describe.each(['1.0.0', '2.0.0'])('protocol %s', (vsn) => {
  const realtime = { vsn }

  test('a broadcast reaches the others, in this process and in the next, and not its sender', async () => {
    const clients = await Promise.all([server, server, other].map((of) => of.client({ realtime })))
    const heard = clients.map((): unknown[] => [])
    const name = topic()
    const channels = await Promise.all(
      clients.map((client, index) =>
        joined(
          client
            .channel(name, { config: { broadcast: { ack: true } } })
            .on('broadcast', { event: 'hello' }, (message) => heard[index]?.push(message.payload)),
        ),
      ),
    )
    const text = 'grüß'.repeat(5000)
    expect(await channels[0]?.send({ type: 'broadcast', event: 'hello', payload: { text } })).toBe('ok')
    expect(await channels[2]?.send({ type: 'broadcast', event: 'hello', payload: { text: 'back' } })).toBe('ok')
    await until(() => heard[0]?.length === 1 && heard[1]?.length === 2 && heard[2]?.length === 1, 'all broadcasts')
    expect(heard).toEqual([[{ text: 'back' }], expect.arrayContaining([{ text }, { text: 'back' }]), [{ text }]])
  })

  test('self hears itself, and an oversized broadcast is refused', async () => {
    const client = await server.client({ realtime })
    const heard: unknown[] = []
    const channel = await joined(
      client
        .channel(topic(), { config: { broadcast: { ack: true, self: true } } })
        .on('broadcast', { event: '*' }, (message) => heard.push(message)),
    )
    expect(await channel.send({ type: 'broadcast', event: 'big', payload: { text: 'x'.repeat(3_000_000) } })).toBe(
      'error',
    )
    expect(await channel.send({ type: 'broadcast', event: 'small', payload: { a: 1 } })).toBe('ok')
    await until(() => heard.length > 0, 'its own broadcast')
    expect(heard).toEqual([{ type: 'broadcast', event: 'small', payload: { a: 1 } }])
  })

  test('presence is one list for both processes, with joins, leaves and changes', async () => {
    const name = topic()
    const [a, b] = await Promise.all([server.client({ realtime }), other.client({ realtime })])
    const events: unknown[] = []
    const first = a.channel(name, { config: { presence: { key: 'ann' } } })
    first.on('presence', { event: 'join' }, ({ key }) => events.push(['join', key]))
    first.on('presence', { event: 'leave' }, ({ key }) => events.push(['leave', key]))
    await joined(first)
    expect(await first.track({ mood: 'fine' })).toBe('ok')
    const second = b.channel(name, { config: { presence: { key: 'bea' } } })
    second.on('presence', { event: 'sync' }, () => {})
    await joined(second)
    await until(() => second.presenceState().ann, 'the list')
    await second.track({ mood: 'well' })
    await until(() => first.presenceState().bea, 'bea')
    await first.track({ mood: 'tired' })
    await until(() => JSON.stringify(second.presenceState().ann).includes('tired'), 'the change')
    expect(second.presenceState().ann).toMatchObject([{ mood: 'tired' }])
    await b.removeAllChannels()
    await until(() => !first.presenceState().bea, 'the leaving')
    await first.untrack()
    await until(() => Object.keys(first.presenceState()).length === 0, 'an empty list')
    expect(events).toContainEqual(['join', 'bea'])
    expect(events).toContainEqual(['leave', 'bea'])
  })

  test('a private channel is open to whom the policies let in', async () => {
    const name = topic()
    const config = { private: true, broadcast: { ack: true, self: true } }
    const visitor = await server.client({ realtime })
    await expect(joined(visitor.channel(name, { config }))).rejects.toThrow(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
    )
    const client = await server.client({ claims: user(), realtime })
    const heard: unknown[] = []
    const channel = await joined(
      client.channel(name, { config }).on('broadcast', { event: '*' }, (message) => heard.push(message.payload)),
    )
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: { a: 1 } })).toBe('ok')
    await until(() => heard.length > 0, 'the broadcast')
    await expect(joined(client.channel(topic('restricted'), { config }))).rejects.toThrow(/^Unauthorized/)
  })

  test('who may listen need not be allowed to speak', async () => {
    const sub = crypto.randomUUID()
    const client = await server.client({ claims: user(sub), realtime })
    const config = { private: true, broadcast: { ack: true }, presence: { enabled: true } }
    const channel = await joined(client.channel(`mine:${sub}`, { config }))
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('error')
    expect(await channel.track({ a: 1 })).toBe('error')
  })

  test('public and private channels of one name do not hear each other', async () => {
    const name = topic()
    const [open, closed] = await Promise.all([server.client({ realtime }), server.client({ claims: user(), realtime })])
    const heard: string[] = []
    await joined(open.channel(name).on('broadcast', { event: '*' }, ({ event }) => heard.push(event)))
    const channel = await joined(closed.channel(name, { config: { private: true, broadcast: { ack: true } } }))
    await channel.send({ type: 'broadcast', event: 'secret', payload: {} })
    const witness = await server.client({ realtime })
    const speaker = await joined(witness.channel(name, { config: { broadcast: { ack: true } } }))
    await speaker.send({ type: 'broadcast', event: 'open', payload: {} })
    await until(() => heard.length > 0, 'the open one')
    expect(heard).toEqual(['open'])
  })

  test('a token that ends closes its channels and says why', async () => {
    const client = await server.client({ realtime })
    const exp = Math.floor(Date.now() / 1000) + 2
    await client.realtime.setAuth(await server.token({ ...user(), exp }))
    const said: SystemMessage[] = []
    const states: string[] = []
    const channel = client.channel(topic()).on('system', {}, (message: SystemMessage) => said.push(message))
    channel.subscribe((status) => states.push(status))
    await until(() => states.includes('SUBSCRIBED'), 'the join')
    await until(() => states.includes('CLOSED'), 'the end')
    expect(said).toMatchObject([{ extension: 'system', status: 'error', message: 'Token has expired 0 seconds ago' }])
  })

  test('a new token keeps a channel, a token without the right ends it', async () => {
    const sub = crypto.randomUUID()
    const client = await server.client({ claims: user(sub), realtime })
    const said: string[] = []
    const states: string[] = []
    const channel = client.channel(`mine:${sub}`, { config: { private: true } })
    channel.on('system', {}, (message: SystemMessage) => said.push(message.message))
    channel.subscribe((status) => states.push(status))
    await until(() => states.includes('SUBSCRIBED'), 'the join')
    await client.realtime.setAuth(await server.token({ ...user(sub), exp: Math.floor(Date.now() / 1000) + 60 }))
    await client.realtime.setAuth(await server.token(user()))
    await until(() => states.includes('CLOSED'), 'the end')
    expect(said).toEqual([`You no longer have permission to read from this Channel topic: mine:${sub}`])
  })
})

test('a right to speak that is withdrawn ends within seconds', async () => {
  await db.pools.owner.query(`
    create table public.may_speak (id uuid primary key);
    grant select on public.may_speak to authenticated;
    create policy "speakers listen" on realtime.messages for select to authenticated using (realtime.topic() = 'stage');
    create policy "speakers speak" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'stage' and exists (select from public.may_speak where id = auth.uid()));
  `)
  const sub = crypto.randomUUID()
  await db.pools.owner.query('insert into public.may_speak values ($1)', [sub])
  const client = await server.client({ claims: user(sub) })
  const channel = await joined(client.channel('stage', { config: { private: true, broadcast: { ack: true } } }))
  const speak = () => channel.send({ type: 'broadcast', event: 'x', payload: {} })
  expect(await speak()).toBe('ok')
  await db.pools.owner.query('delete from public.may_speak')
  let answer = 'ok'
  await until(() => {
    void speak().then((next) => {
      answer = next
    })
    return answer === 'error'
  }, 'the refusal')
})

test('bytes are broadcast as bytes, and a 1.0.0 client is spared them', async () => {
  const name = topic()
  const [a, b, old] = await Promise.all([
    server.client(),
    other.client(),
    server.client({ realtime: { vsn: '1.0.0' } }),
  ])
  const heard: [string, unknown][] = []
  await joined(b.channel(name).on('broadcast', { event: '*' }, ({ payload }) => heard.push(['new', payload])))
  await joined(old.channel(name).on('broadcast', { event: '*' }, ({ payload }) => heard.push(['old', payload])))
  const channel = await joined(a.channel(name, { config: { broadcast: { ack: true } } }))
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256)
  await channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer })
  await channel.send({ type: 'broadcast', event: 'text', payload: { a: 1 } })
  await until(() => heard.length === 3, 'three broadcasts')
  const received = heard.find(([who, payload]) => who === 'new' && payload instanceof ArrayBuffer)?.[1]
  expect(received instanceof ArrayBuffer && Buffer.from(received).equals(bytes)).toBe(true)
  expect(heard.filter(([who]) => who === 'old')).toEqual([['old', { a: 1 }]])
})

describe('over HTTP', () => {
  test('httpSend and the old REST fallback reach both processes', async () => {
    const name = topic()
    const heard: unknown[] = []
    const listener = await other.client({ claims: user() })
    await joined(
      listener
        .channel(name, { config: { private: true } })
        .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push([event, payload])),
    )
    const sender = await server.client({ claims: user() })
    const channel = sender.channel(name, { config: { private: true } })
    expect(await channel.httpSend('a b/c', { via: 'http' })).toEqual({ success: true })
    expect(await channel.httpSend('bytes', Uint8Array.of(1, 2, 3).buffer)).toEqual({ success: true })
    expect(await channel.send({ type: 'broadcast', event: 'fallback', payload: { via: 'rest' } })).toBe('ok')
    await until(() => heard.length === 3, 'three broadcasts')
    expect(heard[0]).toEqual(['a b/c', { via: 'http' }])
    expect(heard[2]).toEqual(['fallback', { via: 'rest' }])
  })

  test.each([
    [202, '/api/broadcast', { messages: [{ topic: 't', event: 'e', payload: {} }] }],
    [202, '/api/broadcast/t/events/e', { a: 1 }],
    [422, '/api/broadcast', { messages: [{ topic: 't', event: 'e' }] }],
    [422, '/api/broadcast', { messages: [] }],
    [422, '/api/broadcast', 'x'],
    [403, '/api/broadcast/closed/events/e?private=true', { a: 1 }],
    [422, '/api/broadcast/t/events/e?persist=true', { a: 1 }],
    [202, '/api/broadcast/t/events/e/', { a: 1 }],
    [422, '/api/broadcast/%E0%A4%A/events/e', { a: 1 }],
    [404, '/api/broadcast/t/events', {}],
    [404, '/api/other', {}],
  ])('answers %i to %s %j', async (status, path, body) => {
    const reply = await fetch(`${server.url}/realtime/v1${path}`, {
      method: 'POST',
      headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(status)
    expect(await reply.text()).toMatch(status === 202 ? /^$/ : /error/)
  })

  test('a call without a valid token, or of another type, is refused', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/realtime/v1/api/broadcast/t/events/e`, { method: 'POST', headers, body: '1' })
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer x.y.z' })).status).toBe(401)
    expect((await post({ apikey: 'sb_publishable_test', 'content-type': 'text/plain' })).status).toBe(415)
  })
})

describe('from the database', () => {
  test('realtime.send, send_binary and broadcast_changes reach channels of every process', async () => {
    const name = topic()
    const heard: unknown[][] = []
    for (const of of [server, other]) {
      const mine: unknown[] = []
      heard.push(mine)
      const client = await of.client({ claims: user() })
      const config = { private: true, broadcast: { replication_ready: true } }
      const ready: SystemMessage[] = []
      const channel = client.channel(name, { config }).on('system', {}, (message: SystemMessage) => ready.push(message))
      await joined(channel.on('broadcast', { event: '*' }, (message) => mine.push(message)))
      await until(() => ready[0]?.message === 'Replication connection established', 'replication')
    }
    await db.pools.owner.query(
      `create table public.shelves (id int primary key, label text);
       create function public.tell_shelves() returns trigger language plpgsql as $$ begin
         perform realtime.broadcast_changes('${name}', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
         return null;
       end $$;
       create trigger tell after insert or update or delete on public.shelves for each row execute function public.tell_shelves();
       select realtime.send('{"a": 1}', 'plain', '${name}'), realtime.send_binary('\\xdead', 'bytes', '${name}'),
         realtime.send('{"a": 2}', 'public', '${name}', false);
       insert into public.shelves values (1, 'x'); update public.shelves set label = 'y'; delete from public.shelves;`,
    )
    for (const mine of heard) {
      await until(() => mine.length === 5, 'five messages')
      expect(mine[0]).toMatchObject({ event: 'plain', payload: { a: 1, id: expect.any(String) } })
      expect(mine[1]).toMatchObject({ event: 'bytes', payload: expect.any(ArrayBuffer) })
      expect(mine.slice(2)).toMatchObject([
        { payload: { operation: 'INSERT', record: { id: 1, label: 'x' }, old_record: null, table: 'shelves' } },
        { payload: { operation: 'UPDATE', record: { label: 'y' }, old_record: { label: 'x' } } },
        { payload: { operation: 'DELETE', record: null, old_record: { label: 'y' } } },
      ])
    }
  })

  test('stored messages are replayed to a private channel, once', async () => {
    const name = topic()
    const since = Date.now() - 1000
    await db.pools.owner.query(`select realtime.send('{"n": 1}', 'e', $1), realtime.send_binary('\\x01ff', 'b', $1)`, [
      name,
    ])
    const client = await server.client({ claims: user() })
    const sender = client.channel(name, { config: { private: true, broadcast: { ack: true } } })
    await sender.httpSend('kept', { n: 3 }, { persist: true })
    const listener = await other.client({ claims: user() })
    const heard: { event: string; payload?: unknown; meta?: { replayed?: boolean } }[] = []
    const config = { private: true, broadcast: { replay: { since, limit: 10 } } }
    await joined(listener.channel(name, { config }).on('broadcast', { event: '*' }, (message) => heard.push(message)))
    await until(() => heard.length === 3, 'three replayed messages')
    expect(heard.every(({ meta }) => meta?.replayed)).toBe(true)
    expect(heard.find(({ event }) => event === 'e')?.payload).toMatchObject({ n: 1 })
    const bytes = heard.find(({ event }) => event === 'b')?.payload
    expect(bytes instanceof ArrayBuffer && [...new Uint8Array(bytes)]).toEqual([1, 255])
    const later: typeof heard = []
    const none = { private: true, broadcast: { replay: { since: Date.now() + 1000 } } }
    const third = await server.client({ claims: user() })
    await joined(
      third.channel(name, { config: none }).on('broadcast', { event: '*' }, (message) => later.push(message)),
    )
    await sender.httpSend('live', { n: 4 })
    await until(() => later.some(({ event }) => event === 'live'), 'the live message')
    // A stream that is behind may bring the older ones now, but as what they are.
    expect(later.filter(({ meta }) => meta?.replayed)).toEqual([])
  })
})
