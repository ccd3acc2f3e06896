import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let db: TestDatabase
let sessions: Record<'service_role' | 'anon' | 'authenticated', pg.Pool>
beforeAll(async () => {
  db = await testDatabase('shop')
  // Logged in and become the role, as functions and requests do.
  const open = (role: 'service_role' | 'anon' | 'authenticated') =>
    new pg.Pool({ ...db.pools.asRole(role).options, options: `-c role=${role}` })
  sessions = { service_role: open('service_role'), anon: open('anon'), authenticated: open('authenticated') }
})
afterAll(async () => {
  await Promise.all(Object.values(sessions).map((pool) => pool.end()))
  await db.drop()
})

const ask = async (sql: string, values: unknown[] = []) => (await db.pools.owner.query(sql, values)).rows

describe('limits', () => {
  const take = async (name: string, visitor: string, amount = 2, seconds = 10): Promise<number> => {
    const { rows } = await sessions.service_role.query<{ wait: number }>(
      'select private.take_rate_limit($1, $2, $3, $4) as wait',
      [name, visitor, amount, seconds],
    )
    return rows[0]?.wait ?? -1
  }

  test('grant the amount, then say how long to wait, for each visitor and purpose apart', async () => {
    expect([await take('a', '192.0.2.1'), await take('a', '192.0.2.1')]).toEqual([0, 0])
    expect(await take('a', '192.0.2.1')).toBe(5)
    expect([await take('a', '192.0.2.2'), await take('b', '192.0.2.1')]).toEqual([0, 0])
  })

  test('refill with time, up to the amount', async () => {
    for (let n = 0; n < 2; n++) await take('refill', '192.0.2.1')
    expect(await take('refill', '192.0.2.1')).toBeGreaterThan(0)
    await ask(`update private.rate_limits set refilled_at = refilled_at - interval '5 seconds'`)
    expect([await take('refill', '192.0.2.1'), await take('refill', '192.0.2.1')]).toEqual([0, 5])
    await ask(`update private.rate_limits set refilled_at = refilled_at - interval '1 hour'`)
    expect([await take('refill', '192.0.2.1'), await take('refill', '192.0.2.1')]).toEqual([0, 0])
    expect(await take('refill', '192.0.2.1')).toBeGreaterThan(0)
  })

  test('grant no more than the amount to calls at once', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => take('at once', '192.0.2.1', 5, 3600)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  })

  test('count a network of IPv6 as one visitor, and let the networks of one provider have twenty times as much', async () => {
    const takeFrom = async (address: string, name = 'network') => {
      const { rows } = await sessions.service_role.query<{ wait: number }>(
        'select private.take_network_limit($1, $2, 1, 3600) as wait',
        [name, address],
      )
      return rows[0]?.wait === 0
    }
    expect([await takeFrom('192.0.2.9'), await takeFrom('192.0.2.9'), await takeFrom('192.0.2.8')]).toEqual([
      true,
      false,
      true,
    ])
    expect([await takeFrom('2001:db8:1:2::1'), await takeFrom('2001:0db8:0001:0002:ffff::9')]).toEqual([true, false])
    const granted = []
    for (let network = 0; network < 30; network++) granted.push(await takeFrom(`2001:db8:2:${network}::1`))
    expect(granted.filter(Boolean)).toHaveLength(20)
    expect([await takeFrom('2001:db8:3::1'), await takeFrom('functions'), await takeFrom('functions')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('keep no address, and make yesterday’s keys unreadable', async () => {
    await take('a', '192.0.2.77')
    const [kept] = await ask(
      `select count(*)::int as readable from private.rate_limits where encode(key, 'escape') like '%192.0.2.77%'`,
    )
    expect(kept).toEqual({ readable: 0 })
    await ask(`update private.daily_salts set day = day - 1`)
    await ask(`update private.rate_limits set refilled_at = refilled_at - interval '1 day'`)
    await take('a', '192.0.2.77')
    expect(await ask(`select (day = (now() at time zone 'utc')::date) as today from private.daily_salts`)).toEqual([
      { today: true },
    ])
    expect(await ask('select count(*)::int as keys from private.rate_limits')).toEqual([{ keys: 1 }])
  })

  test.each(['anon', 'authenticated'] as const)('are not for %s to see or to spend', async (role) => {
    const as = sessions[role]
    await expect(as.query('select from private.rate_limits')).rejects.toThrow('permission denied')
    await expect(as.query(`select private.take_rate_limit('a', 'b', 1, 1)`)).rejects.toThrow('permission denied')
  })
})

describe('events', () => {
  const rollUp = () => ask('select private.roll_up_events()')
  const figures = () =>
    ask(
      `select to_char(day, 'YYYY-MM-DD') as day, name, count::int, bot_count::int as bots from public.daily_events order by day, name`,
    )

  test('become daily figures, which stay when they are gone', async () => {
    await ask(`
      insert into public.events (name, path, occurred_at, is_bot)
      select 'page_view', '/', now() - make_interval(days => age), bot
      from (values (40, false), (40, false), (40, true), (2, false), (0, false)) event (age, bot)`)
    await rollUp()
    await ask(`delete from public.events where occurred_at < now() - interval '30 days'`)
    const first = await figures()
    expect(first.map(({ count, bots }) => [count, bots])).toEqual([
      [2, 1],
      [1, 0],
      [1, 0],
    ])
    // What came in since is added; what is gone stays counted.
    await ask(`insert into public.events (name, path) values ('page_view', '/')`)
    await rollUp()
    expect((await figures()).map(({ count }) => count)).toEqual([2, 1, 2])
    expect(await ask('select count(*)::int as left from public.events')).toEqual([{ left: 3 }])
  })

  test('keep their count when their product goes', async () => {
    await ask('truncate public.events, public.daily_events')
    const [product] = await ask(
      `insert into public.products (product_name, merchant_name, affiliate_link) values ('A', 'B', 'https://shop.example/a') returning id`,
    )
    await ask(`insert into public.events (name, path, product_id) values ('outbound_click', '/p/a-1', $1)`, [
      product?.id,
    ])
    await rollUp()
    await ask('delete from public.products where id = $1', [product?.id])
    await ask(`update public.daily_events set day = day - 3`)
    await ask(`update public.events set occurred_at = occurred_at - interval '3 days'`)
    expect(await ask('select product_id, count::int from public.daily_events')).toEqual([
      { product_id: product?.id, count: 1 },
    ])
  })

  test('that are made up do not fill the figures: a day keeps what was counted most', async () => {
    await ask('truncate public.events, public.daily_events')
    await ask(
      `insert into public.events (name, path, is_bot)
       select 'page_view', '/made-up-' || n, n % 2 = 0 from generate_series(1, 6000) as n
       union all select 'page_view', '/real', false from generate_series(1, 3)
       union all select 'search', '/search', false`,
    )
    await rollUp()
    await rollUp()
    const [kept] = await ask(
      `select count(*)::int as rows, sum(count)::int as people, sum(bot_count)::int as bots from public.daily_events where name = 'page_view'`,
    )
    expect(kept).toEqual({ rows: 5001, people: 3003, bots: 3000 })
    expect(
      await ask(
        `select path, count::int, bot_count::int as bots from public.daily_events where path not like '/made-up-%' order by path`,
      ),
    ).toEqual([
      { path: '(other)', count: 0, bots: 1001 },
      { path: '/real', count: 3, bots: 0 },
      { path: '/search', count: 1, bots: 0 },
    ])
  })
})
