import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { loginPasswordFor, silentLog, startEmbedded } from '#platform'
import { migrateDatabase } from '../../server/boot/database.ts'
import { type Engine, ilike, miniSearch, ours } from './engines.ts'
import { type BenchQuery, makeQueries, wordsOf } from './queries.ts'

const execute = promisify(execFile)

/** A smaller number is for trying the bench out; ratios are judged at a million. */
const ROWS = Number(process.env.BENCH_SEARCH_ROWS ?? 1_000_000)
/** An engine in memory takes some gigabytes for a million documents: it gets a tenth of them, and with that an advantage. */
const IN_MEMORY = ROWS / 10
/** A plain ILIKE reads the whole table for most queries: it is asked every tenth. */
const ILIKE_EVERY = 10

/**
 * The search at a million products against a plain ILIKE on the same database and an engine in memory, query by query in
 * turn. Times are what the caller waits for, cpu is what the database worked (where the system tells).
 */
export async function run(): Promise<Record<string, number>> {
  // A catalogue that is there already, filled by an earlier import.
  const given = process.env.BENCH_SEARCH_URL
  if (given) return measure(given)
  const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-search-'))
  await chmod(folder, 0o711)
  const server = await startEmbedded({ dataDir: join(folder, 'db'), log: silentLog })
  try {
    await migrateDatabase({ databaseUrl: server.url, loginPassword: loginPasswordFor(server.url), hosted: false })
    const feed = join(folder, 'feed.csv.gz')
    await execute(process.execPath, ['scripts/make-feed.ts', '--rows', String(ROWS), '--out', feed])
    await execute(process.execPath, ['bench/import/one-import.ts', 'import', server.url, feed])
    return await measure(server.url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Answers {
  ms: number[]
  /** Of the misspelt queries: how many of the first results have every word that was meant. */
  recalls: number[]
}

async function measure(databaseUrl: string): Promise<Record<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const queries = await makeQueries(client)
    const engines = { ours: ours(client), ilike: ilike(client), memory: await miniSearch(client, IN_MEMORY) }
    for (const query of queries.slice(0, 20)) await engines.ours(query.text) // what a running shop has read already
    const answers = { ours: nothingYet(), ilike: nothingYet(), memory: nothingYet() }
    const cpu = await cpuClock(client)
    const worked: number[] = []
    for (const [index, query] of queries.entries()) {
      const before = await cpu()
      await ask(engines.ours, query, answers.ours)
      worked.push((await cpu()) - before)
      await ask(engines.memory, query, answers.memory)
      if (index % ILIKE_EVERY === 0) await ask(engines.ilike, query, answers.ilike)
    }
    report(answers, worked)
    console.log(`slowest: ${slowest(queries, worked).join(', ')}`)
    return {
      'search/p99-ilike': at(answers.ilike.ms, 0.99) / at(answers.ours.ms, 0.99),
      'search/p99-memory': at(answers.memory.ms, 0.99) / at(answers.ours.ms, 0.99),
      'search/recall-memory': mean(answers.ours.recalls) / mean(answers.memory.recalls),
      'search/recall': mean(answers.ours.recalls),
    }
  } finally {
    await client.end()
  }
}

const nothingYet = (): Answers => ({ ms: [], recalls: [] })

async function ask(engine: Engine, query: BenchQuery, answers: Answers) {
  const started = performance.now()
  const names = await engine(query.text)
  answers.ms.push(performance.now() - started)
  if (query.kind !== 'misspelt') return
  const right = names.filter((name) => query.meant.every((word) => wordsOf(name).includes(word)))
  answers.recalls.push(names.length === 0 ? 0 : right.length / names.length)
}

/** Milliseconds that the session's own process has worked: other work on the machine does not count. Linux only. */
async function cpuClock(client: pg.ClientBase): Promise<() => Promise<number>> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return async () => {
    const text = await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').catch(() => '')
    return Number(text.split(' ')[0] || Number.NaN) / 1e6
  }
}

function report(answers: Record<string, Answers>, worked: readonly number[]) {
  for (const [name, { ms, recalls }] of Object.entries(answers)) {
    console.log(
      `${name.padEnd(7)} ${ms.length} queries: p50 ${at(ms, 0.5).toFixed(1)} ms, p99 ${at(ms, 0.99).toFixed(1)} ms, misspelt found ${mean(recalls).toFixed(2)}`,
    )
  }
  console.log(`ours, cpu alone: p50 ${at(worked, 0.5).toFixed(1)} ms, p99 ${at(worked, 0.99).toFixed(1)} ms`)
  console.log(`${ROWS} products; in memory ${IN_MEMORY} of them`)
}

/** The five queries that the database worked for longest. */
const slowest = (queries: readonly BenchQuery[], worked: readonly number[]): string[] =>
  queries
    .map(({ text }, index) => ({ text, ms: worked[index] ?? 0 }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 5)
    .map(({ text, ms }) => `"${text}" ${ms.toFixed(0)} ms`)

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
