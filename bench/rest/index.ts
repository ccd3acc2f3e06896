import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLog, startEmbedded } from '#platform'
import { measure } from '../load.ts'
import { prepareDatabase, QUERIES } from './queries.ts'

/** Short and interleaved, because the machine is shared: the medians of neighbouring rounds compare fairly. */
const ROUNDS = 5
const ROUND_MS = 1500
const WARM_MS = 1500
const CONNECTIONS = 16
const JSON_ONLY = { accept: 'application/json' }

/** /rest/v1 through the platform's door, against the bare driver and against @supabase/lite on the same Postgres. */
export async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-'))
  // As root the database runs under another account, which must be able to reach its folder.
  await chmod(folder, 0o711)
  const database = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  const peers: Peer[] = []
  try {
    await prepareDatabase(database.url)
    for (const kind of ['ours', 'driver', 'lite'] as const) peers.push(await startPeer(kind, database.url))
    const ratios: Record<string, number> = {}
    for (const query of Object.keys(QUERIES).filter(isQueryName)) {
      for (const peer of peers) await peer.measure(query, WARM_MS)
      const medians = await rounds(peers, query)
      const ours = medians.get('ours') ?? 0
      for (const [name, value] of medians) console.log(`${query}: ${name} ${Math.round(value)}/s`)
      ratios[`rest-${query}-over-driver`] = ours / (medians.get('driver') ?? 0)
      ratios[`rest-${query}-over-lite`] = ours / (medians.get('lite') ?? 0)
    }
    return ratios
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()))
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

type QueryName = keyof typeof QUERIES

function isQueryName(name: string): name is QueryName {
  return name in QUERIES
}

interface Peer {
  name: string
  measure(query: QueryName, durationMs: number): Promise<number>
  stop(): Promise<void>
}

async function rounds(peers: readonly Peer[], query: QueryName): Promise<Map<string, number>> {
  const results = new Map(peers.map(({ name }): [string, number[]] => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of peers) results.get(peer.name)?.push(await peer.measure(query, ROUND_MS))
  }
  return new Map([...results].map(([name, values]) => [name, median(values)]))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Each in a process of its own: servers answer our load over HTTP, the driver loops by itself. */
async function startPeer(kind: 'ours' | 'driver' | 'lite', databaseUrl: string): Promise<Peer> {
  const script = fileURLToPath(new URL(`./${kind}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, databaseUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const port = Number(await nextMessage(child))
  return {
    name: kind,
    async measure(query, durationMs) {
      if (kind !== 'driver') {
        return measure({ port, path: QUERIES[query].path, headers: JSON_ONLY, connections: CONNECTIONS, durationMs })
      }
      child.send({ query, durationMs })
      return Number(await nextMessage(child))
    },
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const gone = once(child, 'exit', { signal }).then(() => {
    throw new Error('A measured process ended by itself.')
  })
  try {
    const [message]: unknown[] = await Promise.race([once(child, 'message', { signal }), gone])
    return message
  } finally {
    gone.catch(() => undefined)
    settled.abort()
  }
}
