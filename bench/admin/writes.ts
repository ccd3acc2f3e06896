import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { silentLog } from '#platform'
import { KINDS } from '../../server/worker/kinds.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { at, ms, timed } from './lists.ts'
import type { Office } from './office.ts'

const BULK_ROWS = 10_000
const BULK_ROUNDS = 3
const UPDATES = 200

/** A bulk change by filter with its log, as a job, against the same plain UPDATE of other rows by the owner. */
export async function measureBulk(office: Office, databaseUrl: string): Promise<Record<string, number>> {
  const { owner, ask } = office
  const worker = await startWorker({ databaseUrl, kinds: KINDS, log: silentLog })
  const ours: number[] = []
  const theirs: number[] = []
  try {
    for (let round = 0; round < BULK_ROUNDS; round += 1) {
      const [one, other] = await marked(office, round)
      const args = { table: 'products', filter: [{ column: 'brand', op: 'eq', value: one }], changes: { brand: 'B' } }
      const id = JSON.parse(
        await ask('POST', '/rest/v1/rpc/start_job', { kind_param: 'bulk-change', args_param: args }),
      )
      ours.push(await secondsOf(owner, z.string().parse(id)))
      theirs.push(
        (await timed(() => owner.query(`update public.products set brand = 'B' where brand = $1`, [other]))) / 1000,
      )
    }
  } finally {
    await worker.stop()
  }
  console.log(
    `bulk change of ${BULK_ROWS}: ${at(ours, 0.5).toFixed(2)} s; plain UPDATE ${at(theirs, 0.5).toFixed(2)} s`,
  )
  return { 'admin/bulk-over-update': at(theirs, 0.5) / at(ours, 0.5) }
}

/** Two sets of rows under brands of their own, so that both sides change as many. */
async function marked({ owner }: Office, round: number): Promise<[string, string]> {
  const names: [string, string] = [`Bench job ${round}`, `Bench plain ${round}`]
  for (const [index, name] of names.entries()) {
    await owner.query(
      `update public.products set brand = $1
       where id in (select id from public.products where delisted_at is null order by id limit $2 offset $3)`,
      [name, BULK_ROWS, (round * 2 + index) * BULK_ROWS],
    )
  }
  return names
}

const ended = z.object({ status: z.string(), seconds: z.coerce.number().nullable(), message: z.string().nullable() })

/** How long the job worked; how soon a worker begins is not the question here. */
async function secondsOf(owner: pg.Client, id: string): Promise<number> {
  for (;;) {
    const { rows } = await owner.query(
      'select status, message, extract(epoch from finished_at - started_at) as seconds from public.job_runs where id = $1',
      [id],
    )
    const { status, seconds, message } = ended.parse(rows[0])
    if (status === 'succeeded') return seconds ?? Number.NaN
    if (status === 'failed' || status === 'cancelled') throw new Error(`The bulk change ${status}: ${message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const COLUMNS = ['id', 'product_name', 'merchant_name', 'category', 'brand', 'price', 'currency', 'affiliate_link']

/** Every product as CSV through the signed address, against COPY of the same columns. */
export async function measureCsv(office: Office, databaseUrl: string): Promise<Record<string, number>> {
  const before = process.memoryUsage().rss
  let bytes = 0
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 200)
  const answer = await office.ask('POST', '/functions/v1/export-csv', { table: 'products', columns: COLUMNS })
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(answer))
  const ours = await timed(async () => {
    bytes = await office.drain(url)
  })
  clearInterval(watch)
  const plain = new pg.Client({ connectionString: databaseUrl })
  await plain.connect()
  const theirs = await timed(async () => {
    const copy = `copy (select ${COLUMNS.join(', ')} from public.products) to stdout with (format csv, header)`
    for await (const _chunk of plain.query(copyTo(copy)));
  })
  await plain.end()
  const grown = (peak - before) / 1e6
  console.log(`CSV: ${(bytes / 1e6).toFixed(0)} MB in ${ms(ours)}, memory +${grown.toFixed(0)} MB; COPY ${ms(theirs)}`)
  return { 'admin/csv-over-copy': theirs / ours }
}

/** One update of one product over REST, with the log and without, and the driver's with the log. */
export async function measureUpdates(office: Office): Promise<Record<string, number>> {
  const { rows } = await office.owner.query('select id::int as id from public.products order by id desc limit $1', [
    UPDATES,
  ])
  const ids = z
    .array(z.object({ id: z.number() }))
    .parse(rows)
    .map(({ id }) => id)
  const rest = (word: string) => (id: number) => office.ask('PATCH', `/rest/v1/products?id=eq.${id}`, { brand: word })
  const driver = (word: string) => (id: number) =>
    office.driver.query('update public.products set brand = $1 where id = $2', [word, id])
  const each = async (work: (id: number) => Promise<unknown>) => {
    const times: number[] = []
    for (const id of ids) times.push(await timed(() => work(id)))
    return at(times, 0.5)
  }
  await each(rest('Warm'))
  const logged = await each(rest('Logged'))
  const plain = await each(driver('Driver'))
  await office.owner.query('alter table public.products disable trigger log_changed')
  const unlogged = await each(rest('Unlogged'))
  await office.owner.query('alter table public.products enable trigger log_changed')
  console.log(`one update: ${ms(logged)} with the log, ${ms(unlogged)} without; driver ${ms(plain)}`)
  return { 'admin/update-logged-over-unlogged': unlogged / logged, 'admin/update-over-driver': plain / logged }
}
