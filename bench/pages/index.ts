import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measure } from './load.ts'
import { startNginx } from './nginx.ts'

/** Short, because the machine is shared: medians of interleaved rounds are steadier than one long run. */
const ROUNDS = 5
const ROUND_MS = 2_000
const CONNECTIONS = 32

interface Peer {
  name: string
  port: number
  stop(): Promise<void>
}

/**
 * A kept page through the server's own listener against a bare node:http server and, where Debian's nginx is
 * installed, against nginx, all sending the very same bytes.
 */
export async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-'))
  const peers: Peer[] = []
  try {
    const ours = await startServer('ours')
    peers.push(ours, await startServer('bare'))
    const nginx = await startNginx({ folder, samplePort: ours.port })
    if (nginx) peers.push(nginx)
    else console.log('nginx is not installed: compared with node:http only')
    const etag = (await fetch(`http://127.0.0.1:${ours.port}/`)).headers.get('etag') ?? ''
    const pages = await rounds(peers, { 'accept-encoding': 'br' })
    const notModified = await rounds(peers, { 'accept-encoding': 'br', 'if-none-match': etag })
    return { ...ratios('page', pages), ...ratios('304', notModified) }
  } finally {
    await Promise.all(peers.map((peer) => peer.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function rounds(peers: Peer[], headers: Record<string, string>): Promise<Map<string, number>> {
  const perSecond = new Map<string, number[]>(peers.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, port } of peers) {
      perSecond.get(name)?.push(await measure({ port, headers, connections: CONNECTIONS, durationMs: ROUND_MS }))
    }
  }
  return new Map([...perSecond].map(([name, values]) => [name, median(values)]))
}

function ratios(what: string, medians: Map<string, number>): Record<string, number> {
  const ours = medians.get('ours') ?? 0
  for (const [name, value] of medians) console.log(`${what}: ${name} ${Math.round(value)} requests/s`)
  return Object.fromEntries(
    [...medians]
      .filter(([name]) => name !== 'ours')
      .map(([name, value]) => [`pages-${what}-over-${name}`, ours / value]),
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Each server in a process of its own, so that the load generator costs it nothing but the machine. */
async function startServer(kind: 'ours' | 'bare'): Promise<Peer> {
  const script = fileURLToPath(new URL('./server.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, kind], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port]: unknown[] = await once(child, 'message')
  return {
    name: kind === 'bare' ? 'node-http' : kind,
    port: Number(port),
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
