import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createPlatform, defaultConfig, type Platform, silentLog } from '#platform'
import { deleteOld } from '#platform/testing'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { readConfig } from './boot/config.ts'
import { applyPriceTracking } from './boot/price-tracking.ts'
import { retainedByShop } from './boot/retention.ts'
import { createFunctionCall, FUNCTIONS } from './function-calls.ts'

const KEYS = {
  publishable: 'sb_publishable_price_alerts',
  secret: 'sb_secret_price_alerts',
  jwtSecret: 'a-secret-for-this-test-of-32-characters',
  signingKeys: [],
  required: true,
}
const CONFIRM = /\/alerts\/confirm\?token=([\w-]{43})/
const MANAGE = /\/alerts\?token=([\w-]{43})/

let db: TestDatabase
let platform: Platform
beforeAll(async () => {
  db = await testDatabase('shop')
  platform = await createPlatform({
    databaseUrl: db.url,
    loginPassword: inject('loginPassword'),
    keys: KEYS,
    config: defaultConfig(),
    publicUrl: 'http://shop.example',
    storageDir: '/nonexistent',
    functionsDir: FUNCTIONS,
    functions: { settings: { NEWSLETTER_PER_MINUTE: '600' }, enqueue: async () => 'queued' },
    log: silentLog,
  })
})
afterAll(async () => {
  await platform.close()
  await db.drop()
})

const sql = async (text: string, values: unknown[] = []) => (await db.pools.owner.query(text, values)).rows

beforeEach(async () => {
  await sql('truncate price_watchers, _platform.outbox, private.rate_limits, private.planned_mails cascade')
  await sql('delete from private.shop_settings')
  await sql('delete from products')
  await sql('delete from merchants')
  await sql('update networks set may_alert = true, may_email = true, may_show_history = true')
  await sql(`insert into merchants (name, slug, may_show_history, may_email, may_alert) values
    ('Northlight', 'northlight', true, true, true), ('Calla', 'calla', true, true, true),
    ('Silent', 'silent', true, true, false), ('No Mail', 'no-mail', true, false, true)`)
})

/** One merchant's offer of the item "Lumen Serum"; offers of the same brand and name are one item. */
async function offer(
  merchant: string,
  price: number | null,
  more: { availability?: string; source?: string; size?: string } = {},
) {
  const [row] = await sql(
    `insert into products (product_name, brand, merchant_name, price, availability, source, size, affiliate_link)
     values ('Lumen Serum', 'Velloa', $1, $2, $3, $4, $5, 'https://shop.example.com/' || lower(replace($1, ' ', '-')))
     returning id::int`,
    [merchant, price, more.availability ?? 'in_stock', more.source ?? null, more.size ?? null],
  )
  return Number(row?.id)
}

async function call(name: string, body: object) {
  const reply = await platform.fetch(
    new Request(`http://shop.example/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: KEYS.publishable },
      body: JSON.stringify(body),
    }),
    { clientAddress: '198.18.0.7' },
  )
  return { status: reply.status, body: await reply.json() }
}
const ask = (product_id: number, wish: object, email = 'ada@test.example') =>
  call('create-price-alert', { email, product_id, source_page: '/p/1', ...wish })
const mails = (kind: string) =>
  sql('select recipient, subject, body_text, headers from _platform.outbox where kind = $1 order by created_at', [kind])
const tokenOf = (text: unknown, kind: RegExp) => kind.exec(String(text))?.[1] ?? 'none'

/** Asks and confirms. */
async function active(product_id: number, wish: object, email = 'ada@test.example') {
  expect(await ask(product_id, wish, email)).toEqual({ status: 200, body: { success: true } })
  const waiting = await mails('price_alert_confirm')
  const token = tokenOf(waiting.at(-1)?.body_text, CONFIRM)
  expect(await call('confirm-price-alert', { token })).toMatchObject({ status: 200 })
  return tokenOf(waiting.at(-1)?.body_text, MANAGE)
}
const work = () =>
  createFunctionCall({
    fetch: (input, init) => platform.fetch(new Request(input, init)),
    siteUrl: 'http://shop.example',
    secretKey: KEYS.secret,
  })('send-price-alerts', {}, { id: 'test', signal: AbortSignal.timeout(60_000) })
const nextDay = () => sql(`update price_watchers set last_email_at = now() - interval '25 hours'`)

describe('asking for an alert', () => {
  test('keeps it as pending with the proof of consent, and tells nothing before it is confirmed', async () => {
    const id = await offer('Northlight', 20)
    await ask(id, { kind: 'target', target_price: 15 })
    expect(await sql('select kind, target_price::float8, status, source_page, consent_text from price_alerts')).toEqual(
      [
        {
          kind: 'target',
          target_price: 15,
          status: 'pending',
          source_page: '/p/1',
          consent_text: 'One mail a day at most, about what you asked for; leave with one click in every mail.',
        },
      ],
    )
    const [mail] = await mails('price_alert_confirm')
    expect(mail?.body_text).toContain('“Lumen Serum” costs $15.00 or less')
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    await sql('update products set price = 10')
    await work()
    expect(await mails('price_alert')).toEqual([])
  })

  test('is one reply for every address, and stores nothing for a machine that fills the hidden field', async () => {
    const id = await offer('Northlight', 20)
    const wish = { kind: 'target', target_price: 15 }
    await active(id, wish)
    const replies = [
      await ask(id, wish),
      await ask(id, wish, 'new@test.example'),
      await ask(id, { ...wish, website: 'x' }),
    ]
    for (const reply of replies) expect(reply).toEqual({ status: 200, body: { success: true } })
    expect(await sql('select count(*)::int as alerts from price_alerts')).toEqual([{ alerts: 3 }])
  })

  test('sends a mailbox no more than five mails a day that others could have caused', async () => {
    const id = await offer('Northlight', 20)
    for (let time = 0; time < 8; time += 1) await ask(id, { kind: 'low' }, `a.da+${time}@test.example`)
    expect(await mails('price_alert_confirm')).toHaveLength(5)
  })

  test('is refused for what is fulfilled already, and without a price', async () => {
    const id = await offer('Northlight', 20)
    expect(await ask(id, { kind: 'target', target_price: 20 })).toMatchObject({
      status: 400,
      body: { fields: { target_price: 'It costs that already. Please name a lower price.' } },
    })
    expect(await ask(id, { kind: 'target' })).toMatchObject({ status: 400 })
    expect(await ask(id, { kind: 'stock' })).toMatchObject({ status: 409 })
  })

  test.each([
    ['whose merchant allows no alerts', () => offer('Silent', 20)],
    ['whose merchant allows no e-mail', () => offer('No Mail', 20)],
    ['of an unknown merchant', () => offer('Nobody', 20)],
    ['that is not there', async () => 999_999],
    [
      'whose network allows no alerts',
      async () => {
        await sql(`update networks set may_alert = false where id = 'cj'`)
        return offer('Northlight', 20, { source: 'cj' })
      },
    ],
    [
      'while prices are not tracked',
      async () => {
        await applyPriceTracking({ databaseUrl: db.url, priceTracking: false })
        return offer('Northlight', 20)
      },
    ],
  ])('is refused for a product %s', async (_, arrange) => {
    const id = await arrange()
    expect(await ask(id, { kind: 'low' })).toMatchObject({
      status: 404,
      body: { error: 'There is no alert for this product.' },
    })
  })
})

describe('the mail of a day', () => {
  test('comes for a target price at any shop, at the cheapest, once', async () => {
    const id = await offer('Northlight', 20)
    await active(id, { kind: 'target', target_price: 15 })
    await offer('Calla', 14.5)
    await offer('Silent', 9)
    await work()
    const [mail, ...others] = await mails('price_alert')
    expect(others).toEqual([])
    expect(mail?.body_text).toContain('Lumen Serum at Calla')
    expect(mail?.body_text).toContain('$14.50; you asked for $15.00 or less.')
    expect(String(mail?.body_text).indexOf('small commission')).toBeLessThan(
      String(mail?.body_text).indexOf('https://shop.example.com'),
    )
    await nextDay()
    await work()
    expect(await mails('price_alert')).toHaveLength(1)
  })

  test('is of the size that was asked for: a small bottle that costs less fulfils nothing', async () => {
    const id = await offer('Northlight', 30, { size: '50 ml' })
    await offer('Calla', 13.5, { size: '15 ml' })
    await active(id, { kind: 'target', target_price: 25 })
    await work()
    expect(await mails('price_alert')).toEqual([])
    await offer('Calla', 24, { size: '50 ml' })
    await work()
    expect((await mails('price_alert'))[0]?.body_text).toContain('$24.00; you asked for $25.00 or less.')
  })

  test('stays for one size when another is asked for, and gives way to a new wish for the same', async () => {
    const [large, small] = [
      await offer('Northlight', 30, { size: '50 ml' }),
      await offer('Northlight', 13.5, { size: '15 ml' }),
    ]
    await active(large, { kind: 'target', target_price: 25 })
    await active(small, { kind: 'target', target_price: 10 })
    await active(small, { kind: 'target', target_price: 9 })
    expect(await sql(`select target_price::float8 as at from price_alerts where status = 'active' order by 1`)).toEqual(
      [{ at: 9 }, { at: 25 }],
    )
  })

  test('comes when something is in stock again, and when its price is the lowest of thirty days, again and again', async () => {
    const id = await offer('Northlight', 20, { availability: 'out_of_stock' })
    await active(id, { kind: 'stock' })
    await active(id, { kind: 'low' })
    await work()
    expect(await mails('price_alert')).toEqual([])
    await sql(`update products set availability = 'in_stock', price = 18`)
    await work()
    const [first] = await mails('price_alert')
    expect(first?.subject).toBe('2 of your alerts')
    expect(first?.body_text).toContain('In stock again, for $18.00.')
    expect(first?.body_text).toContain('$18.00: less than in the thirty days before.')
    await nextDay()
    await work()
    expect(await mails('price_alert')).toHaveLength(1)
    await sql('update products set price = 16')
    await work()
    expect((await mails('price_alert'))[1]?.subject).toBe('Your alert: Lumen Serum')
  })

  test('is one a day for an address, however many runs there are at once', async () => {
    const id = await offer('Northlight', 20)
    await active(id, { kind: 'low' })
    await sql('update products set price = 18')
    await Promise.all([work(), work(), work()])
    await sql('update products set price = 16')
    await work()
    expect(await mails('price_alert')).toHaveLength(1)
    await nextDay()
    await work()
    expect(await mails('price_alert')).toHaveLength(2)
  })

  test('does not tell a price that is too old, nor anything while prices are not tracked', async () => {
    const id = await offer('Northlight', 20)
    await active(id, { kind: 'target', target_price: 15 })
    await sql('update products set price = 10')
    await applyPriceTracking({ databaseUrl: db.url, priceTracking: false })
    await work()
    await applyPriceTracking({ databaseUrl: db.url, priceTracking: true })
    await sql(`update merchants set max_age = interval '1 hour'`)
    await sql(`update products set observed_at = now() - interval '2 hours'`)
    await sql('select private.keep_price_limits()')
    await work()
    expect(await mails('price_alert')).toEqual([])
  })
})

describe('the link of every mail', () => {
  test('lists the alerts and ends one of them; another watcher’s stay', async () => {
    const id = await offer('Northlight', 20)
    const token = await active(id, { kind: 'low' })
    await active(id, { kind: 'target', target_price: 5 }, 'bea@test.example')
    const { body } = await call('manage-price-alerts', { token })
    expect(body).toMatchObject({ success: true, alerts: [{ kind: 'low', status: 'active', name: 'Lumen Serum' }] })
    const [theirs] = await sql(`select id from price_alerts where kind = 'target'`)
    await call('manage-price-alerts', { token, remove: theirs?.id })
    expect((await call('manage-price-alerts', { token, remove: body.alerts[0].id })).body.alerts).toEqual([])
    expect(await sql('select kind from price_alerts')).toEqual([{ kind: 'target' }])
  })

  test('ends all of them with one click, again and again; a confirm link manages nothing', async () => {
    const id = await offer('Northlight', 20)
    const token = await active(id, { kind: 'low' })
    const confirm = tokenOf((await mails('price_alert_confirm'))[0]?.body_text, CONFIRM)
    expect((await call('manage-price-alerts', { token: confirm })).status).toBe(404)
    for (let time = 0; time < 2; time += 1)
      expect(await call('manage-price-alerts', { token, remove: 'all' })).toMatchObject({ status: 200 })
    await sql('update products set price = 10')
    await work()
    expect(await mails('price_alert')).toEqual([])
    expect(await sql('select left_at is not null as gone from price_watchers')).toEqual([{ gone: true }])
  })
})

test('a price that staff wrote fulfils no alert of a price; what is in stock is told without it', async () => {
  const id = await offer('Northlight', 20, { availability: 'out_of_stock' })
  for (const wish of [{ kind: 'target', target_price: 15 }, { kind: 'low' }, { kind: 'stock' }]) await active(id, wish)
  const client = await db.pools.owner.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.actor', '00000000-0000-4000-8000-000000000004', true)`)
    await client.query(`update products set price = 10, availability = 'in_stock' where id = $1`, [id])
    await client.query('commit')
  } finally {
    client.release()
  }
  await work()
  const [mail, ...others] = await mails('price_alert')
  expect(others).toEqual([])
  expect(mail?.body_text).toContain('In stock again.')
  expect(mail?.body_text).not.toContain('$')
  // Read anywhere, the same price fulfils them.
  await sql('update products set price = 9 where id = $1', [id])
  await nextDay()
  await work()
  expect((await mails('price_alert')).at(-1)?.body_text).toContain('$9.00; you asked for $15.00 or less')
})

test('what is old is deleted, and an address is erased whole', async () => {
  const id = await offer('Northlight', 20)
  await active(id, { kind: 'low' })
  await ask(id, { kind: 'target', target_price: 5 }, 'late@test.example')
  await sql(`update price_alerts set consented_at = now() - interval '8 days'`)
  const retained = retainedByShop(readConfig({}))
  await deleteOld({ db: db.pools.owner, retained, now: new Date(), log: silentLog })
  expect(await sql('select kind from price_alerts')).toEqual([{ kind: 'low' }])
  await sql(`update price_watchers set created_at = now() - interval '31 days'`)
  await deleteOld({ db: db.pools.owner, retained, now: new Date(), log: silentLog })
  expect(await sql('select email from price_watchers')).toEqual([{ email: 'ada@test.example' }])
  await sql(`insert into newsletter_subscribers (email) values ('Ada@test.example')`)
  const admin = '00000000-0000-4000-8000-000000000003'
  await sql('insert into auth.users (id) values ($1)', [admin])
  await sql(`insert into user_roles (user_id, role) values ($1, 'admin')`, [admin])
  const client = await db.pools.owner.connect()
  try {
    const erase = `select erase_address('ADA@test.example') as rows`
    await expect(client.query(erase)).rejects.toThrow('Only admins erase addresses')
    await client.query('begin')
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: admin, role: 'authenticated' }),
    ])
    await client.query('set local role authenticated')
    // The membership, the watcher with all of hers, and the mail in the outbox.
    expect((await client.query(erase)).rows).toEqual([{ rows: 3 }])
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await sql('select email from price_watchers union all select email from newsletter_subscribers')).toEqual([])
  expect(await sql(`select from _platform.outbox where recipient ilike 'ada@%'`)).toEqual([])
})

test('price tracking that is turned off hides history and drops from everybody, and turned on shows them again', async () => {
  await offer('Northlight', 20)
  await sql('update products set price = 10')
  const client = await db.pools.owner.connect()
  const seen = async () => {
    await client.query('begin')
    await client.query('set local role anon')
    const { rows } = await client.query(
      `select (select count(*)::int from price_drops) as drops, (select count(*)::int from price_history) as history,
         (select was_price(products) from products) as was, (select count(*)::int from price_drops()) as listed`,
    )
    await client.query('rollback')
    return rows[0]
  }
  try {
    const shown = { drops: 1, history: 1, was: '20', listed: 1 }
    expect(await seen()).toEqual(shown)
    await applyPriceTracking({ databaseUrl: db.url, priceTracking: false })
    expect(await seen()).toEqual({ drops: 0, history: 0, was: null, listed: 0 })
    await applyPriceTracking({ databaseUrl: db.url, priceTracking: true })
    expect(await seen()).toEqual(shown)
  } finally {
    client.release()
  }
})
