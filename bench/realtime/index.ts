import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import type { Command, Figures, Report } from './subscribers.ts'

const SUBSCRIBERS = 1000
/** Paced: what a listener waits. Burst: how many deliveries a second one process manages. */
const PACED = { times: 15, everyMs: 100 }
const BURST = { times: 60, everyMs: 0 }
const CHANGES = 15
const ROUNDS = 3
const CLOCK = 'CLOCK'.padEnd(17, '_')
const TOPIC = 'realtime:bench'

/** 1,000 subscribers: broadcast fan-out beside a bare websocket server, and how long changes of the database take. */
export async function run(): Promise<Record<string, number>> {
  const children: ChildProcess[] = []
  try {
    const bare = await startBare(children)
    const ours = await startPlatform(children)
    const audiences = { bare: startAudience(children), ours: startAudience(children) }
    await audiences.bare.open(bare, [null])
    await audiences.ours.open(ours.socketUrl, [joinText({})])

    const rounds = { bare: new Rounds(), ours: new Rounds() }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['bare', 'ours'] as const) {
        rounds[name].paced.push(await audiences[name].speak(broadcastFrame(), PACED))
        rounds[name].burst.push(await audiences[name].speak(broadcastFrame(), BURST))
      }
    }
    for (const name of ['bare', 'ours'] as const) {
      const { p50, p99, perSecond } = rounds[name].medians()
      console.log(
        `broadcast to ${SUBSCRIBERS}, ${name}: p50 ${ms(p50)}, p99 ${ms(p99)}, ${Math.round(perSecond)} deliveries/s`,
      )
    }
    const [limit, reached] = [rounds.bare.medians(), rounds.ours.medians()]
    await audiences.ours.close()

    const shared = await changeLatency({ audience: audiences.ours, ours, claims: 1 })
    console.log(`change to ${SUBSCRIBERS} with equal claims: p50 ${ms(shared.p50)}, p99 ${ms(shared.p99)}`)
    const distinct = await changeLatency({ audience: audiences.ours, ours, claims: SUBSCRIBERS })
    console.log(`change to ${SUBSCRIBERS} with claims of their own: p50 ${ms(distinct.p50)}, p99 ${ms(distinct.p99)}`)
    return {
      'realtime-broadcast-deliveries-over-bare': reached.perSecond / limit.perSecond,
      'realtime-broadcast-p50-over-bare': reached.p50 / limit.p50,
      'realtime-broadcast-p99-over-bare': reached.p99 / limit.p99,
      'realtime-change-p50-over-bare': shared.p50 / limit.p50,
      'realtime-change-p99-over-bare': shared.p99 / limit.p99,
    }
  } finally {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  }
}

class Rounds {
  paced: Figures[] = []
  burst: Figures[] = []
  medians() {
    return {
      p50: median(this.paced.map(({ p50 }) => p50)),
      p99: median(this.paced.map(({ p99 }) => p99)),
      perSecond: median(this.burst.map(({ deliveries, seconds }) => deliveries / seconds)),
    }
  }
}

interface Ours {
  socketUrl: string
  database: pg.Client
  jwtSecret: string
}

/** Row-level security decides for each subscriber; a row carries the time of its insertion. */
async function changeLatency({ audience, ours, claims }: { audience: Audience; ours: Ours; claims: number }) {
  const subscription = { event: 'INSERT', schema: 'public', table: 'bench_changes' }
  const tokens = await Promise.all(Array.from({ length: claims }, () => userToken(ours.jwtSecret)))
  const joins = tokens.map((token) => joinText({ postgres_changes: [subscription] }, token))
  await audience.open(ours.socketUrl, joins)
  const figures = await audience.hear(CHANGES, async () => {
    for (let i = 0; i < CHANGES; i++) {
      const t = (performance.timeOrigin + performance.now()).toFixed(3).padStart(17, '0')
      await ours.database.query('insert into public.bench_changes (t) values ($1)', [t])
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  })
  await audience.close()
  return figures
}

async function userToken(jwtSecret: string): Promise<string> {
  const { SignJWT } = await import('jose')
  const claims = { role: 'authenticated', sub: crypto.randomUUID() }
  const secret = new TextEncoder().encode(jwtSecret)
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret)
}

function joinText(config: object, token?: string): string {
  return JSON.stringify(['1', '1', TOPIC, 'phx_join', { config, ...(token ? { access_token: token } : {}) }])
}

/** A user broadcast of protocol 2.0.0; the bare server hands the same bytes on. */
function broadcastFrame(): Buffer {
  const fields = ['1', '', TOPIC, 'tick', ''].map((text) => Buffer.from(text))
  const body = JSON.stringify({ t: CLOCK, text: 'x'.repeat(200) })
  return Buffer.concat([Buffer.from([3, ...fields.map((field) => field.length), 1]), ...fields, Buffer.from(body)])
}

interface Audience {
  open(url: string, joins: (string | null)[]): Promise<void>
  speak(frame: Buffer, pace: { times: number; everyMs: number }): Promise<Figures>
  hear(messages: number, cause: () => Promise<void>): Promise<Figures>
  close(): Promise<void>
}

function startAudience(children: ChildProcess[]): Audience {
  const child = fork(fileURLToPath(new URL('subscribers.ts', import.meta.url)))
  children.push(child)
  const tell = (command: Command) => child.send(command)
  async function answer<K extends Report['kind']>(kind: K): Promise<Report> {
    for (;;) {
      const [report]: Report[] = await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
      if (report?.kind === kind) return report
    }
  }
  async function figures(): Promise<Figures> {
    const report = await answer('figures')
    if (report.kind !== 'figures') throw new Error('no figures')
    return report
  }
  async function expecting(messages: number) {
    const ready = answer('expecting')
    tell({ kind: 'expect', messages })
    await ready
  }
  return {
    async open(url, joins) {
      const opened = answer('opened')
      tell({ kind: 'open', url, count: SUBSCRIBERS, joins })
      await opened
    },
    async speak(frame, pace) {
      await expecting(pace.times)
      const result = figures()
      tell({ kind: 'send', frame: frame.toString('latin1'), ...pace })
      return result
    },
    async hear(messages, cause) {
      await expecting(messages)
      const result = figures()
      await cause()
      return result
    },
    async close() {
      const closed = answer('closed')
      tell({ kind: 'close' })
      await closed
    },
  }
}

async function startBare(children: ChildProcess[]): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const line = await firstLine(child)
  return `ws://127.0.0.1:${z.object({ port: z.number() }).parse(JSON.parse(line)).port}`
}

/** What a server prints when it is ready. */
async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A server of the bench stopped with code ${code}; its reason is above.`)
  })
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  ended.catch(() => {}) // from now on its end is ours
  return String(line)
}

const announcement = z.object({
  url: z.string(),
  publishableKey: z.string(),
  jwtSecret: z.string(),
  databaseUrl: z.string(),
})

async function startPlatform(children: ChildProcess[]): Promise<Ours> {
  const child = spawn(process.execPath, ['scripts/platform.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const line = await firstLine(child)
  const { url, publishableKey, jwtSecret, databaseUrl } = announcement.parse(JSON.parse(line))
  const database = new pg.Client({ connectionString: databaseUrl })
  database.on('error', () => {}) // stopped with the platform
  await database.connect()
  await database.query(`
    create table public.bench_changes (id bigint generated by default as identity primary key, t text);
    alter table public.bench_changes enable row level security;
    create policy "accounts may see" on public.bench_changes for select to authenticated
      using ((select auth.uid()) is not null);
    grant select on public.bench_changes to authenticated;
    alter publication supabase_realtime add table public.bench_changes;
  `)
  const socketUrl = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`
  return { socketUrl, database, jwtSecret }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const ms = (value: number) => `${value.toFixed(1)} ms`
