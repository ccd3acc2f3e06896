import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { as, ended, owner, query, runOf, shopWithWorker, start, startJob, untilRun } from '../testing/one-worker.ts'

shopWithWorker()
beforeAll(() => query(`insert into public.merchants (name, slug) values ('Atelier', 'atelier')`))

describe('a bulk change', () => {
  async function newProducts(count: number, category: string) {
    await query(
      `insert into public.products (product_name, merchant_name, affiliate_link, category, price)
       select 'Thing ' || n, 'Atelier', 'https://atelier.example/' || n, $2, n from generate_series(1, $1) as n`,
      [count, category],
    )
  }
  const count = async (where: string) =>
    (await query(`select count(*)::int as n from public.products where ${where}`))[0].n

  test('changes what the filter means, as one change set that is undone as a whole', async () => {
    await newProducts(1200, 'Beauty')
    await newProducts(10, 'Fashion')
    const filter = [
      { column: 'category', op: 'eq', value: 'Beauty' },
      { column: 'price', op: 'gt', value: 100 },
    ]
    const counted = await as('editor', `select public.count_matching('products', $1)::int as n`, [
      JSON.stringify(filter),
    ])
    expect(counted).toEqual([{ n: 1100 }])
    await start()
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Dahlia' } })
    expect(await ended(id)).toMatchObject({ status: 'succeeded' })
    const run = await runOf(id)
    expect(run).toMatchObject({ done: '1100', total: '1100', refused: '0' })
    expect(await count(`brand = 'Dahlia' and category = 'Beauty' and price > 100`)).toBe(1100)
    expect(await count(`brand = 'Dahlia'`)).toBe(1100)
    const lines = await query(
      `select count(*)::int as n, count(distinct actor)::int as actors, count(distinct job)::int as jobs
       from public.audit_log where change_set = $1`,
      [run.change_set],
    )
    expect(lines).toEqual([{ n: 1100, actors: 1, jobs: 1 }])

    const atOnce = as('editor', 'select public.undo_change_set($1)', [run.change_set])
    await expect(atOnce).rejects.toThrow('These are 1100 changes: a request undoes 1000 at most')
    const undo = await startJob('undo-change-set', { change_set: run.change_set })
    expect(await ended(undo)).toMatchObject({ status: 'succeeded' })
    expect(await count(`brand = 'Dahlia'`)).toBe(0)
    // An undoing is undone in the same way, by its own change set.
    const redo = await startJob('undo-change-set', { change_set: (await runOf(undo)).change_set })
    expect(await ended(redo)).toMatchObject({ status: 'succeeded' })
    expect(await count(`brand = 'Dahlia'`)).toBe(1100)
  })

  test('that waits for somebody else’s row is cancelled all the same, and that slice is not done', async () => {
    const holder = await owner().connect()
    await holder.query('begin')
    await holder.query(`select from public.products where category = 'Fashion' limit 1 for update`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Fashion' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Never' } })
    await untilRun(id, { phase: 'Changing' })
    await as('editor', 'select public.cancel_job($1)', [id])
    expect(await ended(id)).toMatchObject({ status: 'cancelled' })
    await holder.query('rollback')
    holder.release()
    expect(await count(`brand = 'Never'`)).toBe(0)
  })

  test('leaves what somebody else made another meanwhile, though it was found before', async () => {
    await newProducts(1200, 'Sewing')
    const holder = await owner().connect()
    await holder.query('begin')
    await holder.query(`select from public.products where category = 'Sewing' order by id limit 1 for update`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Sewing' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Needle' } })
    // Its first slice waits for the row that is held.
    const waiting = async () =>
      (
        await query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update public.products%'`,
        )
      ).length
    await eventually(async () => expect(await waiting()).toBe(1))
    await query(
      `update public.products set category = 'Gifts' where category = 'Sewing' and product_name = 'Thing 1190'`,
    )
    await holder.query('rollback')
    holder.release()
    expect(await ended(id)).toMatchObject({ status: 'succeeded', done: '1199', refused: '0' })
    expect(await count(`brand = 'Needle'`)).toBe(1199)
    expect(await count(`category = 'Gifts' and brand is null`)).toBe(1)
  })

  test('takes a condition that needs no value without one', async () => {
    await start()
    const filter = [
      { column: 'delisted_at', op: 'is_null' },
      { column: 'category', op: 'eq', value: 'Fashion' },
    ]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Listed' } })
    expect(await ended(id)).toMatchObject({ status: 'succeeded' })
    expect(await count(`brand = 'Listed'`)).toBe(10)
  })

  test('names the rows that refuse, with the reason, and changes the others', async () => {
    await query(`update public.products set list_price = 50 where product_name = 'Thing 3' and category = 'Fashion'`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Fashion' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 60 } })
    expect(await ended(id)).toMatchObject({ status: 'succeeded' })
    expect(await runOf(id)).toMatchObject({ done: '10', refused: '1' })
    const lines = await query('select level, message from public.job_run_lines where job_run_id = $1', [id])
    expect(lines).toEqual([
      { level: 'error', message: '1 row was refused: it must hold that list_price > price (Thing 3)' },
    ])
    expect(await count(`category = 'Fashion' and price = 60`)).toBe(9)
  })

  test.each([
    [{ table: 'user_roles', filter: [], changes: { role: 'viewer' } }, 'changed one by one', 'failed'],
    [{ table: 'site_settings', filter: [], changes: { value: true } }, 'changed one by one', 'failed'],
    [{ table: 'products', filter: [], changes: { shops: 77 } }, 'no column "shops" to change', 'failed'],
    [
      { table: 'products', filter: [{ column: 'x', op: 'eq', value: 1 }], changes: { brand: 'x' } },
      'no column "x"',
      'failed',
    ],
    [{ table: 'products', filter: [], changes: { 'brand = 1; --': 'x' } }, 'no column', 'failed'],
    [{ table: 'auth.users', filter: [], changes: { email: 'x' } }, 'no list of', 'failed'],
    [{ table: 'products', filter: [], changes: {} }, 'Say what to change', 'failed'],
  ])('%o goes no further than its caller’s rights: %s', async (args, reason, ending) => {
    await start()
    const before = await query('select user_id, role from public.user_roles order by 1')
    const id = await startJob('bulk-change', args, 'admin')
    expect(await ended(id)).toMatchObject({ status: ending })
    expect((await runOf(id)).message).toContain(reason)
    expect(await query('select user_id, role from public.user_roles order by 1')).toEqual(before)
  })

  test('names twenty refused rows in one line, and counts the others', async () => {
    await newProducts(205, 'Refusing')
    await query(`update public.products set list_price = 5000 where category = 'Refusing'`)
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Refusing' }]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 6000 } })
    expect(await ended(id)).toMatchObject({ status: 'succeeded' })
    expect(await runOf(id)).toMatchObject({ done: '205', refused: '205' })
    const lines = await query('select message from public.job_run_lines where job_run_id = $1 order by id', [id])
    expect(lines).toEqual([
      {
        message: expect.stringMatching(
          /^205 rows were refused: it must hold that list_price > price \((Thing \d+, ){20}and 185 more\)$/,
        ),
      },
    ])
  })

  test('says what was refused when it is cancelled too', async () => {
    await newProducts(700, 'Halved')
    await query(`update public.products set list_price = 5000 where category = 'Halved'`)
    const [held] = await query(
      `select id from public.products where category = 'Halved' order by id offset 600 limit 1`,
    )
    // The second slice waits for this row, so that the run is cancelled after the first.
    const holder = await owner().connect()
    try {
      await holder.query('begin')
      await holder.query('select from public.products where id = $1 for update', [held.id])
      await start()
      const filter = [{ column: 'category', op: 'eq', value: 'Halved' }]
      const id = await startJob('bulk-change', { table: 'products', filter, changes: { price: 6000 } })
      await untilRun(id, { refused: '500' })
      await as('editor', 'select public.cancel_job($1)', [id])
      expect(await ended(id)).toMatchObject({ status: 'cancelled' })
      expect(await query('select message from public.job_run_lines where job_run_id = $1', [id])).toEqual([
        { message: expect.stringMatching(/^500 rows were refused: .*and 480 more\)$/) },
      ])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })

  test('that would fill the log with one text for many rows is refused before it begins', async () => {
    await start()
    const filter = [{ column: 'category', op: 'eq', value: 'Beauty' }]
    // Compressed it is small; in a line for each of 1,200 rows it is not.
    const changes = { description: 'x'.repeat(60_000) }
    const id = await startJob('bulk-change', { table: 'products', filter, changes })
    expect(await ended(id)).toMatchObject({ status: 'failed' })
    expect((await runOf(id)).message).toBe('This is too much text for so many rows. Choose fewer rows, or write less.')
    expect(await count(`description like 'xxx%'`)).toBe(0)
  })

  test('names the rows that their policies keep from the caller', async () => {
    await query(`create policy "nobody changes thing 5" on public.products as restrictive for update to authenticated
      using (product_name <> 'Thing 5')`)
    await start()
    const filter = [
      { column: 'category', op: 'eq', value: 'Fashion' },
      { column: 'product_name', op: 'in', value: ['Thing 5', 'Thing 6'] },
    ]
    const id = await startJob('bulk-change', { table: 'products', filter, changes: { brand: 'Kept' } })
    expect(await ended(id)).toMatchObject({ status: 'succeeded' })
    await query('drop policy "nobody changes thing 5" on public.products')
    expect(await runOf(id)).toMatchObject({ done: '2', refused: '1' })
    expect(await query('select message from public.job_run_lines where job_run_id = $1', [id])).toEqual([
      { message: '1 row was refused: you may not change this row (Thing 5)' },
    ])
  })

  test('of somebody whose role is taken away meanwhile changes nothing', async () => {
    const id = await startJob('bulk-change', { table: 'products', filter: [], changes: { brand: 'Stolen' } }, 'editor')
    await query(`update public.user_roles set role = 'viewer' where role = 'editor'`)
    await start()
    expect(await ended(id)).toMatchObject({ status: 'failed' })
    expect((await runOf(id)).message).toBe('You may not change "products". Ask somebody with the role editor.')
    expect(await count(`brand = 'Stolen'`)).toBe(0)
    await query(`update public.user_roles set role = 'editor' where user_id = '00000000-0000-4000-8000-0000000000a2'`)
  })
})
