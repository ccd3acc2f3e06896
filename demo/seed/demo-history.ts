import type pg from 'pg'

export interface DateBackOptions {
  /** When the edition's import began: what changed since is the edition's. */
  begun: Date
  daysAgo: number
  /** Changes come over some days, not all in one hour. */
  spreadDays: number
}

/**
 * Dates an edition's price changes back, in every table that tells their time, and judges its drops anew. Done twice it
 * changes nothing more: dated back, they are no longer since the beginning.
 */
export async function dateBack(pool: pg.Pool, { begun, daysAgo, spreadDays }: DateBackOptions): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `create temporary table dated_back on commit drop as
       select id, now() - make_interval(
         days => $2::integer,
         hours => mod(abs(hashtext(external_id)::bigint), $3::integer * 24)::integer + 1
       ) as changed_at
       from public.products
       where price_changed_at >= $1`,
      [begun, daysAgo, spreadDays],
    )
    await client.query(
      `update public.price_history as past set observed_until = changed_at
       from dated_back where past.product_id = dated_back.id and past.observed_until >= $1`,
      [begun],
    )
    for (const [table, column, key] of [
      ['price_drops', 'dropped_at', 'product_id'],
      ['products', 'price_changed_at', 'id'],
    ] as const) {
      await client.query(
        `update public.${table} as dated set ${column} = changed_at from dated_back where dated.${key} = dated_back.id`,
      )
    }
    // Thirty days before another day had other prices: what is no drop by then is none.
    await client.query(
      `with judged as (
         select drops.product_id, low_price
         from dated_back
         join public.price_drops as drops on drops.product_id = dated_back.id
         cross join lateral private.low_before(drops.product_id, drops.currency, drops.dropped_at)
       ), gone as (
         delete from public.price_drops as drops using judged
         where judged.product_id = drops.product_id and (low_price is null or low_price <= drops.price)
       )
       update public.price_drops as drops set was_price = low_price from judged
       where judged.product_id = drops.product_id and low_price > drops.price`,
    )
    await client.query(
      'select private.refresh_drops(array(select item_id from dated_back join public.products using (id)))',
    )
  })
}

/**
 * As if the stock had come in over two months: lists by newest then mix kinds, and the sizes of one thing stand apart. A
 * product whose price has a history came in when that began; all others have cost the same since they came.
 */
export async function spreadArrivals(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `update public.products
       set created_at = created_at - mod(abs(hashtext(external_id)::bigint), 60 * 24) * interval '1 hour'`,
    )
    await client.query(
      `update public.products
       set created_at = begun
       from (select product_id, min(observed_from) as begun from public.price_history group by product_id) as past
       where product_id = id`,
    )
    await client.query(
      `update public.products
       set price_changed_at = created_at
       where not exists (select from public.price_history where product_id = id)`,
    )
  })
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Times are set here as an import sets them, not as an edit by hand.
    await client.query(`set local shop.bulk_import = 'on'`)
    await work(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
