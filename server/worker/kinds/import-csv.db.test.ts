import { beforeEach, describe, expect, test } from 'vitest'
import { type Caller, STAFF } from '#tests/support/as-staff.ts'
import {
  as,
  ended,
  owner,
  query,
  runOf,
  shopWithWorker,
  start,
  startJob,
  stop,
  untilRun,
} from '../testing/one-worker.ts'

shopWithWorker()
beforeEach(async () => {
  await query('delete from public.merchants')
  await query(
    `insert into public.merchants (name, slug, description, is_trusted) values
       ('Loam', 'loam', 'Pots', true), ('Silk', 'silk', null, false)`,
  )
})

interface File {
  table?: string
  header?: string[]
  rows: (string | null)[][]
  by?: Exclude<Caller, 'anon' | 'service' | 'owner'>
}

async function upload({ table = 'merchants', header = ['name', 'slug', 'description'], rows, by = 'editor' }: File) {
  const [made] = await query(
    'insert into private.csv_uploads (table_name, uploaded_by, header) values ($1, $2, $3) returning id',
    [table, STAFF[by], header],
  )
  for (const [at, cells] of rows.entries()) {
    const damage = cells.length === header.length ? null : 'has another number of columns'
    await query('insert into private.csv_rows (upload_id, line, cells, damage) values ($1, $2, $3, $4)', [
      ...[made.id, at + 2, JSON.stringify(cells), damage],
    ])
  }
  return String(made.id)
}

interface Order {
  columns?: Record<string, number>
  match?: string | null
  dry_run?: boolean
  by?: Caller
}

const order = async (file: string, options: Order = {}): Promise<string> => {
  const { columns = { name: 0, slug: 1, description: 2 }, match = 'slug', dry_run = false, by = 'editor' } = options
  return startJob('import-csv', { upload: file, columns, match, dry_run }, by)
}
const merchants = () => query('select name, slug, description, is_trusted from public.merchants order by slug')

describe('bringing in a CSV file', () => {
  const rows = [
    ['Loam', 'loam', 'Pots and vases'],
    ['Silk', 'silk', null],
    ['New', 'new', "'=cmd()"],
    ['x'.repeat(10_000), 'long', null],
    ['Bad slug', 'Bad Slug', null],
    ['Again', 'new', null],
    ['Too', 'many', 'cells', 'here'],
  ]

  test('tells the difference in a dry run, and writes nothing', async () => {
    await start()
    const before = await merchants()
    const file = await upload({ rows })
    const run = await ended(await order(file, { dry_run: true }))
    expect(run).toMatchObject({ status: 'succeeded', done: '7', total: '7', refused: '4' })
    expect(run.result).toEqual({
      ...{ table: 'merchants', dry_run: true, new: 1, changed: 1, unchanged: 1, refused: 4 },
      samples: {
        new: [{ line: 4, name: 'New' }],
        changed: [
          {
            ...{ line: 2, name: 'Loam' },
            changes: [{ column: 'description', before: 'Pots', after: 'Pots and vases' }],
          },
        ],
        merchants: [],
        refused: [
          { line: 7, reason: 'has the same slug as line 4' },
          { line: 8, reason: 'has another number of columns' },
          { line: 5, reason: expect.stringContaining('it must hold that length(name)') },
          { line: 6, reason: expect.stringContaining('it must hold that slug ~') },
        ],
      },
    })
    expect(await merchants()).toEqual(before)
    expect(await query('select from public.audit_log where job = $1', [run.id])).toEqual([])
  })

  test('writes what is good, keeps the rest with its reason, and is undone as a whole', async () => {
    await start()
    const before = await merchants()
    const file = await upload({ rows })
    const run = await ended(await order(file))
    expect(run.result).toMatchObject({ dry_run: false, new: 1, changed: 1, unchanged: 1, refused: 4 })
    // What the file does not name stays.
    expect(await merchants()).toEqual([
      { name: 'Loam', slug: 'loam', description: 'Pots and vases', is_trusted: true },
      { name: 'New', slug: 'new', description: '=cmd()', is_trusted: false },
      { name: 'Silk', slug: 'silk', description: null, is_trusted: false },
    ])
    const refused = await query(
      'select line from private.csv_rows where upload_id = $1 and refusal is not null order by 1',
      [file],
    )
    expect(refused.map(({ line }) => line)).toEqual([5, 6, 7, 8])
    await as('editor', 'select public.undo_change_set($1)', [run.change_set])
    expect(await merchants()).toEqual(before)
  })

  test('finds products by their id, compares in the columns’ types, and names a value that is none', async () => {
    await start()
    const [product] = await query(
      `insert into public.products (product_name, merchant_name, affiliate_link, price)
       values ('Vase', 'Loam', 'https://loam.example/1', 12.5) returning id`,
    )
    const key = String(product.id)
    const file = await upload({
      table: 'products',
      header: ['id', 'price', 'product_name'],
      rows: [
        [key, '12.50', 'Vase'],
        ['999999999', '1', 'Nobody'],
        [null, 'twelve', 'Cup'],
      ],
    })
    const columns = { id: 0, price: 1, product_name: 2 }
    const run = await ended(await order(file, { columns, match: 'id' }))
    expect(run.result).toMatchObject({ new: 0, changed: 0, unchanged: 1, refused: 2 })
    expect(run.result.samples.refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      'there is no row with this id',
      '"twelve" is not a number',
    ])
  })

  test('adds every row of a file that no column tells apart, whatever its last column holds', async () => {
    await start()
    const header = ['name', 'slug', 'note']
    const same = ['one', 'two', 'three'].map((word) => [word, word, 'same'])
    const file = await upload({ header, rows: same })
    const run = await ended(await order(file, { columns: { name: 0, slug: 1 }, match: null }))
    expect(run.result).toMatchObject({ new: 3, refused: 0 })
  })

  test('takes off the apostrophe that an export put before a text, and no other', async () => {
    await start()
    const own = [
      ['One', 'one', "''=typed"],
      ['Two', 'two', "'tis"],
    ]
    await ended(await order(await upload({ rows: own })))
    expect(await query(`select description from public.merchants where slug in ('one', 'two') order by slug`)).toEqual([
      { description: "'=typed" },
      { description: "'tis" },
    ])
  })

  test('tells which merchants products are the first to name, and adds them with the products', async () => {
    await start()
    await query(`insert into private.merchant_names (old_name, merchant_id)
      select 'Loam Pottery', id from public.merchants where name = 'Loam'`)
    const header = ['product_name', 'merchant_name', 'affiliate_link']
    const link = 'https://shop.example/1'
    const file = await upload({
      ...{ table: 'products', header },
      rows: [
        ['Vase', 'Loam', link],
        ['Bowl', 'Loam Pottery', link],
        ['Sheet', 'Silk!', link],
        ['Shirt', 'Silk!', link],
      ],
    })
    const wanted = { columns: { product_name: 0, merchant_name: 1, affiliate_link: 2 }, match: null }
    const before = await merchants()
    const compared = await ended(await order(file, { ...wanted, dry_run: true }))
    expect(compared.result).toMatchObject({ new: 4, refused: 0, samples: { merchants: ['Silk!'] } })
    expect(await merchants()).toEqual(before)
    const written = await ended(await order(file, wanted))
    expect(written.result.samples.merchants).toEqual(['Silk!'])
    expect((await merchants()).map(({ name, slug }) => [name, slug])).toEqual([
      ['Loam', 'loam'],
      ['Silk', 'silk'],
      ['Silk!', 'silk-2'],
    ])
    expect(
      await query(
        `select merchant_name, count(*)::int as n from public.products
         where affiliate_link = $1 group by 1 order by 1`,
        [link],
      ),
    ).toEqual([
      { merchant_name: 'Loam', n: 2 },
      { merchant_name: 'Silk!', n: 2 },
    ])
    await as('editor', 'select public.undo_change_set($1)', [written.change_set])
    expect(await merchants()).toEqual(before)
  })

  test.each([
    ['a file of somebody else', { by: 'admin' as const }, 'Upload it again'],
    ['a column that is not there', { columns: { 'name = 1; --': 0 } }, 'There is no column'],
    ['a column that the database writes', { columns: { updated_at: 0 } }, 'There is no column'],
    ['rows by what is not different in each', { match: 'description' }, 'Rows cannot be found by "description"'],
  ])('refuses %s', async (_, options, sentence) => {
    await start()
    const run = await ended(await order(await upload({ rows }), options))
    expect(run).toMatchObject({ status: 'failed', message: expect.stringContaining(sentence) })
    expect(await merchants()).toHaveLength(2)
  })

  test('goes no further than the rights of whoever asked', async () => {
    await start()
    const file = await upload({
      table: 'networks',
      header: ['id', 'name'],
      rows: [
        ['awin', 'Mine'],
        ['mine', 'Mine'],
      ],
    })
    await expect(order(file, { columns: { id: 0, name: 1 }, match: 'id' })).rejects.toThrow(
      'You may not start this job',
    )
    expect(await query(`select from public.networks where name = 'Mine'`)).toEqual([])
    const roles = await upload({ table: 'user_roles', header: ['user_id', 'role'], rows: [[STAFF.editor, 'admin']] })
    const asked = { columns: { user_id: 0, role: 1 }, match: 'user_id' }
    await expect(order(roles, asked)).rejects.toThrow('You may not start this job')
    // Who has the right to change roles does not do it by a file.
    expect(await ended(await order(roles, { ...asked, by: 'admin' }))).toMatchObject({ status: 'failed' })
  })

  test('goes on where a stopped worker left it, and writes no row twice', async () => {
    const many = Array.from({ length: 1300 }, (_, at) => [`Shop ${at}`, `shop-${at}`, null])
    const holder = await owner().connect()
    await holder.query('begin')
    // The last slice waits for this row.
    await holder.query(`insert into public.merchants (name, slug) values ('Held', 'shop-1200')`)
    await start()
    const file = await upload({ rows: many })
    const id = await order(file)
    await untilRun(id, { done: '1000' })
    await stop()
    expect(await runOf(id)).toMatchObject({ status: 'queued' })
    await holder.query('rollback')
    holder.release()
    await start()
    const run = await ended(id)
    expect(run.result).toMatchObject({ new: 1300, changed: 0, refused: 0 })
    expect(await query(`select count(*)::int as n from public.merchants where slug like 'shop-%'`)).toEqual([
      { n: 1300 },
    ])
  }, 150_000)
})
