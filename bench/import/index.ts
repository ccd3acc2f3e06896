import { execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { loginPasswordFor, silentLog, startEmbedded } from '#platform'
import { migrateDatabase } from '../../server/boot/database.ts'
import { STAGE_TABLE } from '../../supabase/functions/_shared/import/stage.ts'

const execute = promisify(execFile)

/** A smaller number is for trying the bench out; ratios are judged at a million. */
const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 1_000_000)
const ROUNDS = 3

/**
 * An import against its peer, `gzip -dc | COPY` of the same columns into the same unlogged table, on the embedded
 * database with its usual, durable settings. A ratio is the peer's time over ours.
 */
export async function run(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-import-'))
  await chmod(folder, 0o711)
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  try {
    await migrateDatabase({ databaseUrl: server.url, loginPassword: loginPasswordFor(server.url), hosted: false })
    return await measure(server.url, folder)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(databaseUrl: string, folder: string): Promise<Record<string, number>> {
  const first = join(folder, 'first.csv.gz')
  const changed = join(folder, 'changed.csv.gz')
  await Promise.all([makeFeed(first, 0), makeFeed(changed, 1)])
  await one('stage', databaseUrl, first)
  const peerFile = join(folder, 'stage.csv.gz')
  await writePeerFile(databaseUrl, peerFile)

  const peers: number[] = []
  const stages: number[] = []
  let peak = 0
  async function peer() {
    peers.push(await copyWithoutImporter(databaseUrl, peerFile))
  }
  async function ours(what: 'stage' | 'import', file: string): Promise<number> {
    const { seconds, peakMegabytes } = await one(what, databaseUrl, file)
    peak = Math.max(peak, peakMegabytes)
    console.log(`${what.padEnd(6)} ${seconds.toFixed(1)} s, peak ${peakMegabytes.toFixed(0)} MB`)
    return seconds
  }
  for (let round = 0; round < ROUNDS; round++) {
    await peer()
    stages.push(await ours('stage', first))
  }
  await dropStage(databaseUrl)
  const fresh = await ours('import', first)
  await peer()
  const unchanged: number[] = []
  for (let round = 0; round < 2; round++) unchanged.push(await ours('import', first))
  await peer()
  const moved = await ours('import', changed)
  console.log(
    `peer ${peers.map((seconds) => seconds.toFixed(1)).join(' ')} s for ${ROWS} rows; peak memory ${peak.toFixed(0)} MB`,
  )
  const plain = median(peers)
  return {
    'import/staging': plain / median(stages),
    'import/new': plain / fresh,
    'import/unchanged': plain / median(unchanged),
    'import/changed': plain / moved,
  }
}

async function makeFeed(out: string, revision: number) {
  await execute(process.execPath, [
    'scripts/make-feed.ts',
    '--rows',
    String(ROWS),
    '--revision',
    String(revision),
    '--out',
    out,
  ])
}

async function one(what: 'stage' | 'import', databaseUrl: string, file: string) {
  const { stdout, stderr } = await execute(process.execPath, ['bench/import/one-import.ts', what, databaseUrl, file])
  if (stderr) process.stdout.write(stderr)
  const result: { seconds: number; rows: number; peakMegabytes: number } = JSON.parse(stdout)
  if (result.rows !== ROWS) throw new Error(`${what} read ${result.rows} rows instead of ${ROWS}.`)
  return result
}

async function writePeerFile(databaseUrl: string, file: string) {
  await withClient(databaseUrl, async (client) => {
    const rows = client.query(copyTo(`copy ${STAGE_TABLE} to stdout (format csv)`))
    await pipeline(rows, createGzip({ level: 6 }), createWriteStream(file))
  })
}

/** Seconds that gzip and COPY take for the same rows, with nothing between them. */
async function copyWithoutImporter(databaseUrl: string, file: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    await client
      .query('create unlogged table if not exists private.bench_peer as select * from private.feed_stage with no data')
      .catch(() => {})
    await client.query('truncate private.bench_peer')
    const started = performance.now()
    const unpacked = spawn('gzip', ['-dc', file], { stdio: ['ignore', 'pipe', 'inherit'] })
    await pipeline(unpacked.stdout, client.query(copyFrom('copy private.bench_peer from stdin (format csv)')))
    return (performance.now() - started) / 1000
  })
}

async function dropStage(databaseUrl: string) {
  await withClient(databaseUrl, (client) => client.query(`drop table if exists ${STAGE_TABLE}`))
}

async function withClient<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
