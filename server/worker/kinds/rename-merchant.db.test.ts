import { beforeEach, describe, expect, test } from 'vitest'
import { feedText, importFeed, rowsNamed } from '../../../supabase/functions/_shared/import/testing/feed-fixture.ts'
import { as, ended, owner, query, shopWithWorker, start, startJob, stop, untilRun } from '../testing/one-worker.ts'

shopWithWorker()
beforeEach(async () => {
  await query('truncate public.products, public.merchants cascade')
})

const rename = (merchant: number, name: string): Promise<string> => startJob('rename-merchant', { merchant, name })
/** How many products stand under each name, and whether its rules are those of the merchant. */
const byName = () =>
  query(
    `select merchant_name as name, count(*)::int as n, bool_and(coalesce(may_show_history, false)) as allowed
     from public.products left join public.merchants on merchants.name = merchant_name group by 1 order by 1`,
  )

async function newMerchant(products: number): Promise<number> {
  const [made] = await query(
    `insert into public.merchants (name, slug, may_show_history) values ('Loam', 'loam', true) returning id`,
  )
  await query(
    `insert into public.products (product_name, merchant_name, affiliate_link, delisted_at)
     select 'Vase ' || n, 'Loam', 'https://loam.example/' || n, case when n <= 3 then now() end
     from generate_series(1, $1) as n`,
    [products],
  )
  return Number(made.id)
}

describe('renaming a merchant', () => {
  test('moves its products, listed or not, and is undone as a whole', async () => {
    const id = await newMerchant(8)
    await start()
    const run = await ended(await rename(id, 'Clay'))
    expect(run).toMatchObject({ status: 'succeeded', done: '8', total: '8' })
    expect(await byName()).toEqual([{ name: 'Clay', n: 8, allowed: true }])
    expect(await query('select name, slug from public.merchants')).toEqual([{ name: 'Clay', slug: 'loam' }])
    expect(await query('select from public.trash')).toEqual([])
    await as('editor', 'select public.undo_change_set($1)', [run.change_set])
    expect(await byName()).toEqual([{ name: 'Loam', n: 8, allowed: true }])
  })

  test('holds when the feed comes again under the old name', async () => {
    await importFeed(owner(), feedText(rowsNamed(5)))
    const [{ id }] = await query(`select id from public.merchants where name = 'Loam'`)
    await start()
    await ended(await rename(Number(id), 'Clay'))
    expect((await importFeed(owner(), feedText(rowsNamed(6)))).counts).toMatchObject({ new: 1, unchanged: 5 })
    await importFeed(owner(), feedText([{ id: 'P1', feed: '2' }]), { sourceName: 'another' })
    expect(await query('select distinct merchant_name as name from public.products')).toEqual([{ name: 'Clay' }])
    expect(await query('select name from public.merchants')).toEqual([{ name: 'Clay' }])
    // It is called as before again: then the feed's name is its name.
    await ended(await rename(Number(id), 'Loam'))
    expect((await importFeed(owner(), feedText(rowsNamed(6)))).counts).toMatchObject({ new: 0, changed: 0 })
    expect(await query('select old_name from private.merchant_names')).toEqual([{ old_name: 'Clay' }])
  })

  test('is refused in passing, for a taken name, for nobody, and without a name', async () => {
    const id = await newMerchant(1)
    await query(`insert into public.merchants (name, slug) values ('Taken', 'taken')`)
    await expect(as('editor', `update public.merchants set name = 'Clay' where id = $1`, [id])).rejects.toThrow(
      'Products bear the name "Loam": it is changed by a job',
    )
    await start()
    for (const [merchant, name, sentence] of [
      [id, 'Taken', 'Another merchant is called "Taken"'],
      [0, 'Clay', 'There is no such merchant'],
      [id, ' ', 'A merchant needs a name'],
    ] as const) {
      expect(await ended(await rename(merchant, name))).toMatchObject({
        status: 'failed',
        message: expect.stringContaining(sentence),
      })
    }
    expect(await byName()).toEqual([{ name: 'Loam', n: 1, allowed: true }])
  })

  test('keeps the rules under both names until the last has moved, and goes on after a stop', async () => {
    const id = await newMerchant(1200)
    const holder = await owner().connect()
    await holder.query('begin')
    await holder.query(`select from public.products where product_name = 'Vase 1200' for update`)
    await start()
    const job = await rename(id, 'Clay')
    await untilRun(job, { done: '1000' })
    expect(await byName()).toEqual([
      { name: 'Clay', n: 1000, allowed: true },
      { name: 'Loam', n: 200, allowed: true },
    ])
    // A rule that changes meanwhile changes for both.
    await as('editor', 'update public.merchants set may_show_history = false where id = $1', [id])
    expect((await byName()).map(({ allowed }) => allowed)).toEqual([false, false])
    await stop()
    await holder.query('rollback')
    holder.release()
    await start()
    expect(await ended(job)).toMatchObject({ status: 'succeeded', done: '1200' })
    expect(await byName()).toEqual([{ name: 'Clay', n: 1200, allowed: false }])
    expect(await query('select from public.merchants where alias_of is not null')).toEqual([])
  }, 150_000)
})
