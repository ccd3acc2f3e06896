import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { measure } from '../load.ts'
import { startNext } from './next.ts'
import { startNginx } from './nginx.ts'
import { rawPage } from './raw-page.ts'
import { startShop, untilShrunk } from './shop.ts'

/** Short, because the machine is shared: medians of interleaved rounds are steadier than one long run. */
const ROUNDS = 5
const ROUND_MS = 2_000
/** Many visitors for what costs microseconds, a few for what costs milliseconds. */
const CONNECTIONS = { kept: 32, rendered: 8 } as const

/** A listing of 24 products, the heart of the shop: 17 kB compressed. */
const PATH = '/products'
/** A parameter that we do not know: the page is rendered for this request and never kept. */
const NEVER_KEPT = `${PATH}?uncached=1`

interface Peer {
  name: string
  port: number
  path: string
  stop(): Promise<void>
}

/**
 * A page of the started shop: kept, against a bare node:http server and nginx sending the same bytes and against
 * Next.js' static page of the same elements; unchanged (304), against all three; and rendered for each request, its
 * data read from the database, against Next.js rendering it from the same rows.
 */
export async function run(): Promise<Record<string, number>> {
  await using started = new AsyncDisposableStack()
  const shop = started.adopt(await startShop(), (it) => it.stop())
  const kept = { port: shop.port, path: PATH }
  await untilShrunk(kept)
  const { etag } = await rawPage(kept)

  const same: Peer[] = [started.adopt(await startBare(kept), (it) => it.stop())]
  const nginx = await startNginx({ folder: shop.folder, page: kept })
  if (nginx) same.push({ ...started.adopt(nginx, (it) => it.stop()), ...{ name: 'nginx', path: PATH } })
  else console.log('nginx is not installed: compared without it')
  const page = `http://127.0.0.1:${shop.port}${PATH}`
  const next = started.adopt(await startNext({ ...shop, page }), (it) => it.stop())

  const cached = [{ ...kept, name: 'ours' }, ...same, { ...next, name: 'next', path: '/' }]
  const uncached = [
    { ...kept, name: 'ours', path: NEVER_KEPT },
    { ...next, name: 'next', path: '/dynamic' },
  ]
  const nextEtag = (await fetch(`http://127.0.0.1:${next.port}/`)).headers.get('etag') ?? ''
  const compressed = { 'accept-encoding': 'br, gzip' }
  return {
    ...(await compare('page', cached, () => compressed)),
    ...(await compare('304', cached, ({ name }) => ({
      ...compressed,
      'if-none-match': name === 'next' ? nextEtag : etag,
    }))),
    ...(await compare('uncached', uncached, () => ({ 'accept-encoding': 'identity' }), CONNECTIONS.rendered)),
  }
}

type Target = Omit<Peer, 'stop'>

/** Ours over each of the others, medians of interleaved rounds after one to warm up. */
async function compare(
  what: string,
  targets: Target[],
  headersFor: (target: Target) => Record<string, string>,
  connections: number = CONNECTIONS.kept,
): Promise<Record<string, number>> {
  const perSecond = new Map<string, number[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const target of targets) {
      const answers = await measure({ ...target, headers: headersFor(target), connections, durationMs: ROUND_MS })
      if (round > 0) perSecond.get(target.name)?.push(answers)
    }
  }
  const medians = new Map([...perSecond].map(([name, values]) => [name, median(values)]))
  for (const [name, value] of medians) console.log(`${what}: ${name} ${Math.round(value)} requests/s`)
  const ours = medians.get('ours') ?? 0
  return Object.fromEntries(
    [...medians]
      .filter(([name]) => name !== 'ours')
      .map(([name, value]) => [`pages-${what}-over-${name}`, ours / value]),
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** In a process of its own, as all of them. */
async function startBare(page: { port: number; path: string }): Promise<Peer> {
  const script = fileURLToPath(new URL('./bare.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [script, String(page.port), page.path], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port]: unknown[] = await once(child, 'message')
  return {
    name: 'node-http',
    port: Number(port),
    path: page.path,
    async stop() {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
