import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ROWS } from '../acceptance/who-may-do-what/rows.ts'
import type { Base, Row } from '../acceptance/who-may-do-what/sample.ts'

/** What rows of private tables refer to as well. */
export interface SqlBase extends Base {
  subscriberId: string
}

/** The rows of the table of rights, and what they refer to, written with SQL. */
export async function sqlBase(client: pg.ClientBase): Promise<SqlBase> {
  const word = () => `t${randomUUID().slice(0, 8)}`
  const number = () => 1e12 + Math.floor(Math.random() * 1e12)
  const product = () => {
    const facts = { product_name: 'Test', affiliate_link: 'https://shop.example/x' }
    return { id: number(), merchant_name: base.closedMerchantName, ...facts }
  }
  const base: SqlBase = {
    ...{ merchantId: number(), openMerchantName: word(), closedMerchantName: word(), programmeId: number() },
    ...{ feedId: number(), productId: number(), openProductId: number(), feedRunId: number() },
    ...{ jobRunId: randomUUID(), watcherId: randomUUID(), subscriberId: randomUUID() },
    async newUserId() {
      const id = randomUUID()
      await client.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@test.example`])
      return id
    },
    async newProductId() {
      const made = product()
      await insertRow(client, 'products', made)
      return made.id
    },
  }
  const merchant = { id: base.merchantId, name: base.closedMerchantName, slug: word() }
  await insertRow(client, 'merchants', merchant)
  const open = { id: number(), name: base.openMerchantName, slug: word(), may_show_history: true }
  await insertRow(client, 'merchants', open)
  const programme = { id: base.programmeId, network_id: 'awin', external_id: word(), name: 'T' }
  await insertRow(client, 'programmes', { ...programme, merchant_id: base.merchantId })
  await insertRow(client, 'feeds', { id: base.feedId, programme_id: base.programmeId, external_id: word() })
  await insertRow(client, 'products', { ...product(), id: base.productId })
  await insertRow(client, 'products', { ...product(), id: base.openProductId, merchant_name: base.openMerchantName })
  await insertRow(client, 'price_watchers', { id: base.watcherId, email: `${word()}@test.example` })
  await insertRow(client, 'feed_runs', { id: base.feedRunId, network_id: 'awin', source_name: 'test' })
  const address = `${word()}@test.example`
  await insertRow(client, 'newsletter_subscribers', { id: base.subscriberId, email: address })
  await insertRow(client, 'job_runs', { ...(await sampleRow('job_runs', base)), id: base.jobRunId })
  return base
}

/** A row for a line of the table of rights. */
export async function sampleRow(line: string, base: Base): Promise<Row> {
  const sample = ROWS[line]
  if (!sample) throw new Error(`rows.ts has no row for ${line}: add one.`)
  return sample.row(base)
}

/** Columns that the row does not name get their defaults, as in a request. */
export async function insertRow(client: pg.ClientBase, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).join(', ')
  await client.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  )
}

export type Attempt = { refused: null; rows: number } | { refused: string; rows: 0 }

/** One statement that leaves nothing behind when it is refused; what refused it, by the constraint's name or its words. */
export async function attempt(
  client: pg.ClientBase,
  work: () => Promise<{ rowCount: number | null }>,
): Promise<Attempt> {
  await client.query('savepoint attempt')
  try {
    const { rowCount } = await work()
    await client.query('release savepoint attempt')
    return { refused: null, rows: rowCount ?? 0 }
  } catch (error) {
    await client.query('rollback to savepoint attempt')
    const named = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    return { refused: typeof named === 'string' ? named : String(error), rows: 0 }
  }
}

/** A transaction that is always taken back. */
export async function takenBack<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
