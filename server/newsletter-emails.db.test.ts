import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createPlatform, defaultConfig, type Platform, silentLog } from '#platform'
import { type SmtpServer, startSmtpServer } from '#tests/fakes/smtp.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createFunctionCall, FUNCTIONS, functionNames } from './function-calls.ts'
import { type Jobs, startJobs } from './jobs.ts'

/** The real job on a real queue and database, with the platform's outbox and a mail server that speaks SMTP. */
const SECRET = 'sb_secret_newsletter_emails'
const dueNow = () => {
  const [weekday] = new Date()
    .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase()
    .split(' ')
  return `${weekday} ${new Date().toISOString().slice(11, 13)}:00`
}

let db: TestDatabase
let smtp: SmtpServer
let platform: Platform
let jobs: Jobs
const opened: Platform[] = []
let call: ReturnType<typeof createFunctionCall>

/** The platform with the shop's functions, which were given these settings. */
async function openPlatform(settings: Record<string, string | undefined> = {}): Promise<Platform> {
  const config = defaultConfig()
  const server = { host: '127.0.0.1', port: smtp.port, admin_email: 'shop@dahlia.example', sender_name: 'Dahlia' }
  const mailing = { ...server, enabled: true, user: '', pass: '' }
  const one = await createPlatform({
    databaseUrl: db.url,
    loginPassword: inject('loginPassword'),
    keys: {
      publishable: 'sb_publishable_newsletter_emails',
      secret: SECRET,
      jwtSecret: 'a-secret-for-this-test-of-32-characters',
      signingKeys: [],
      required: true,
    },
    config: { ...config, auth: { ...config.auth, email: { ...config.auth.email, smtp: mailing } } },
    publicUrl: 'http://shop.example',
    storageDir: '/nonexistent',
    functionsDir: FUNCTIONS,
    functions: {
      settings: { NEWSLETTER_SCHEDULE: dueNow(), NEWSLETTER_PER_MINUTE: '600', POSTAL_ADDRESS, ...settings },
      enqueue: (...job) => jobs.enqueue(...job),
    },
    log: silentLog,
  })
  opened.push(one)
  return one
}
const POSTAL_ADDRESS = 'Dahlia, 1 Garden Street, Springfield'

const callOf = (one: Platform) =>
  createFunctionCall({
    fetch: (input, init) => one.fetch(new Request(input, init)),
    siteUrl: 'http://shop.example',
    secretKey: SECRET,
  })

beforeAll(async () => {
  db = await testDatabase('shop')
  smtp = await startSmtpServer()
  platform = await openPlatform()
  call = callOf(platform)
  jobs = await startJobs({ databaseUrl: db.url, functions: await functionNames(), schedule: [], call, log: silentLog })
})
afterAll(async () => {
  await jobs.stop(5_000)
  for (const one of opened) await one.close()
  await smtp.close()
  await db.drop()
})

const sql = async (text: string, values: unknown[] = []) => (await db.pools.owner.query(text, values)).rows

beforeEach(async () => {
  smtp.mails.length = 0
  // What was sent is emptied in the outbox: mails wait there to be read, but where a test lets them leave.
  smtp.refuse(Number.POSITIVE_INFINITY)
  await sql('truncate newsletter_subscribers, blog_posts, _platform.outbox, private.rate_limits cascade')
  await sql('delete from private.shop_settings')
  await sql('delete from products')
  await sql('delete from merchants')
  await sql(`insert into merchants (name, slug, may_show_history, may_email, disclosure) values
    ('Northlight', 'northlight', true, true, 'Northlight pays us for sales.'),
    ('Quiet', 'quiet', true, false, null), ('Secret', 'secret', false, true, null)`)
})

/** A product whose price fell from 24 to 18 an hour ago. */
async function drop(name: string, merchant = 'Northlight', more: { category?: string; source?: string } = {}) {
  await sql(
    `with product as (
       insert into products (product_name, merchant_name, category, source, price, affiliate_link)
       values ($1, $2, $3, $4, 18, 'https://www.awin1.com/pclick.php?p=' || length($1)) returning *
     )
     insert into price_drops (product_id, category, merchant_name, source, was_price, price, currency, dropped_at)
     select id, category, merchant_name, source, 24, price, currency, now() - interval '1 hour' from product`,
    [name, merchant, more.category ?? 'Skincare', more.source ?? null],
  )
}
const article = (title: string, category = 'Beauty') =>
  sql(
    `insert into blog_posts (slug, title, excerpt, category, content, is_active) values (lower(replace($1, ' ', '-')), $1, 'Short.', $2, '<p>x</p>', true)`,
    [title, category],
  )
const subscriber = (name: string, more: { page?: string; status?: string; lastDaysAgo?: number } = {}) =>
  sql(
    `insert into newsletter_subscribers (email, source_page, status, confirmed_at, last_email_at, considered_at)
     values ($1, $2, $3, now() - interval '60 days', now() - make_interval(secs => $4), now() - make_interval(secs => $4))`,
    [
      `${name}@test.example`,
      more.page ?? '/',
      more.status ?? 'confirmed',
      more.lastDaysAgo === undefined ? null : more.lastDaysAgo * 86_400,
    ],
  )

const job = { id: 'test', signal: AbortSignal.timeout(300_000) }
const work = (one = platform) => callOf(one)('send-newsletter', {}, job)
const outbox = () =>
  sql('select recipient, subject, body_text, body_html, headers from _platform.outbox order by recipient')
const recipients = async () => (await outbox()).map(({ recipient }) => String(recipient).split('@')[0])
/** A mail's lines, put together again as a mail program does (RFC 2045). */
const plain = (raw: string) =>
  raw
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

describe('the weekly newsletter email', () => {
  test('leaves by the queue, with proven drops, articles, disclosure, footer and one-click unsubscribe', async () => {
    await drop('Lumen Serum')
    await article('How to layer')
    await subscriber('ada')
    smtp.refuse(0)
    await jobs.enqueue('send-newsletter', {})
    await expect.poll(() => smtp.mails.length).toBe(1)
    const raw = plain(smtp.mails[0]?.raw ?? '')
    expect(raw).toMatch(/^Subject: One price that fell, and one new article/m)
    expect(raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/shop\.example\/newsletter\/unsubscribe\?token=[\w-]{43}>/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(raw).toMatch(/^Content-Type: text\/plain/m)
    expect(raw).toMatch(/^Content-Type: text\/html/m)
    // In both parts: what we earn, then the paid link with the newsletter's place in it.
    const parts = raw.split(/^Content-Type: text\//m).slice(1)
    expect(parts).toHaveLength(2)
    for (const part of parts) {
      expect(part.indexOf('We may earn a small commission')).toBeGreaterThan(0)
      expect(part.indexOf('Northlight pays us for sales.')).toBeGreaterThan(0)
      expect(part.indexOf('clickref=newsletter')).toBeGreaterThan(part.indexOf('Northlight pays us for sales.'))
      expect(part).toContain('$18.00, was $24.00: 25% less.')
      expect(part).toContain('How to layer')
      expect(part).toContain('http://shop.example/blog/how-to-layer?utm_source=newsletter')
      expect(part).toContain('Dahlia, 1 Garden Street, Springfield')
    }
  })

  test('goes to confirmed addresses alone, and to nobody twice within seven days', async () => {
    await drop('Lumen Serum')
    await subscriber('new')
    await subscriber('week', { lastDaysAgo: 7.01 })
    await subscriber('lately', { lastDaysAgo: 6.9 })
    await subscriber('pending', { status: 'pending' })
    await subscriber('left', { status: 'unsubscribed' })
    await Promise.all([work(), work(), work()])
    await work()
    expect(await recipients()).toEqual(['new', 'week'])
    // Not even by another edition.
    await sql(`update newsletter_subscribers set considered_at = now() - interval '6 days'`)
    await drop('Second Serum')
    await work()
    expect(await recipients()).toEqual(['new', 'week'])
  })

  test('says nothing when nothing is new for its reader, and tells what is new by the page they joined on', async () => {
    await drop('Lumen Serum')
    await drop('Wool Coat', 'Northlight', { category: 'Fashion' })
    await article('Calm rooms', 'Home')
    await subscriber('beauty', { page: '/skincare?page=2' })
    await subscriber('fashion', { page: '/fashion' })
    await subscriber('gifts', { page: '/gifts' })
    await subscriber('home', { page: '/home-decor' })
    await subscriber('all', { page: '/blog/some-article' })
    await work()
    const told = Object.fromEntries(
      (await outbox()).map(({ recipient, body_text }) => [
        String(recipient).split('@')[0],
        ['Lumen Serum', 'Wool Coat', 'Calm rooms'].filter((name) => String(body_text).includes(name)),
      ]),
    )
    expect(told).toEqual({
      all: ['Lumen Serum', 'Wool Coat', 'Calm rooms'],
      beauty: ['Lumen Serum'],
      fashion: ['Wool Coat'],
      home: ['Calm rooms'],
    })
    expect((await outbox()).find(({ recipient }) => recipient === 'home@test.example')?.body_text).not.toContain(
      'commission',
    )
  })

  test('tells no news again a week later', async () => {
    await drop('Lumen Serum')
    await subscriber('ada')
    await work()
    await sql(
      `update newsletter_subscribers set considered_at = now() - interval '8 days', last_email_at = now() - interval '8 days'`,
    )
    await sql(`update price_drops set dropped_at = now() - interval '9 days'`)
    await work()
    expect(await recipients()).toEqual(['ada'])
  })

  test.each([
    ['the merchant allows no e-mail', () => drop('Lamp', 'Quiet')],
    ['the merchant allows no past prices', () => drop('Lamp', 'Secret')],
    ['the merchant is unknown', () => drop('Lamp', 'Nobody')],
    [
      'the network allows no e-mail',
      async () => {
        await drop('Lamp', 'Northlight', { source: 'cj' })
        await sql(`update networks set may_email = false where id = 'cj'`)
      },
    ],
    [
      'the price is too old to be shown',
      async () => {
        await drop('Lamp')
        await sql(`update merchants set max_age = interval '1 hour'`)
        await sql(`update products set observed_at = now() - interval '2 hours'`)
        await sql('select private.keep_price_limits()')
      },
    ],
    [
      'it is sold out',
      async () => {
        await drop('Lamp')
        await sql(`update products set availability = 'out_of_stock'`)
      },
    ],
    [
      'the price has risen again',
      async () => {
        await drop('Lamp')
        await sql('update products set price = 30')
      },
    ],
    [
      'prices are not tracked',
      async () => {
        await drop('Lamp')
        await sql('insert into private.shop_settings (price_tracking) values (false)')
      },
    ],
  ])('tells no drop where %s', async (_, arrange) => {
    await arrange()
    await article('How to layer')
    await subscriber('ada')
    await work()
    const [email] = await outbox()
    expect(email?.body_text).toContain('How to layer')
    expect(email?.body_text).not.toMatch(/Lamp|commission/)
    await sql('update networks set may_email = true')
  })

  test('is off where the setting says so, and outside its day', async () => {
    await drop('Lumen Serum')
    await subscriber('ada')
    const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000)
    const weekday = fourDaysAgo.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toLowerCase()
    for (const schedule of ['off', undefined, `${weekday} 00:00`]) {
      await work(await openPlatform({ NEWSLETTER_SCHEDULE: schedule }))
      expect(await recipients()).toEqual([])
    }
  })

  test('goes on later where a minute’s limit is reached, without sending twice', async () => {
    const slow = await openPlatform({ NEWSLETTER_PER_MINUTE: '2' })
    await drop('Lumen Serum')
    for (const name of ['a', 'b', 'c']) await subscriber(name)
    await work(slow)
    expect(await recipients()).toHaveLength(2)
    const waiting = await sql(
      `select start_after > now() as later from pgboss.job where name = 'send-newsletter' and state = 'created'`,
    )
    expect(waiting).toEqual([{ later: true }])
    await sql('truncate private.rate_limits')
    await work(slow)
    expect(await recipients()).toEqual(['a', 'b', 'c'])
  })

  test.each([
    ['before the outbox has the mail', 'before'],
    ['after it', 'after'],
  ] as const)('resumes after a kill %s: once, not twice', async (_, moment) => {
    await drop('Lumen Serum')
    await subscriber('ada')
    // What such a process leaves behind: the decision, and the mail in the outbox or not.
    await work()
    const [mail] = await sql('select * from _platform.outbox')
    await sql(
      `insert into private.planned_mails (id, subscriber_id, mail, planned_at)
       select $1, id, jsonb_build_object('to', email, 'kind', 'newsletter_weekly', 'subject', 'S', 'text', 'T', 'html', 'H'),
         now() - interval '6 minutes'
       from newsletter_subscribers`,
      [mail?.id],
    )
    if (moment === 'before') await sql('delete from _platform.outbox')
    await work()
    expect(await recipients()).toEqual(['ada'])
    expect(await sql('select * from private.planned_mails')).toEqual([])
  })

  test('that was planned is not sent to who has left meanwhile', async () => {
    await drop('Lumen Serum')
    await subscriber('ada')
    await work()
    const [mail] = await outbox()
    const token = /token=([\w-]{43})/.exec(String(mail?.body_text))?.[1]
    await sql('delete from _platform.outbox')
    await sql(
      `insert into private.planned_mails (subscriber_id, mail, planned_at)
       select id, jsonb_build_object('to', email, 'kind', 'newsletter_weekly', 'subject', 'S', 'text', 'T', 'html', 'H'),
         now() - interval '6 minutes'
       from newsletter_subscribers`,
    )
    await call('newsletter-unsubscribe', { token }, job)
    await work()
    expect(await outbox()).toEqual([])
  })

  test('is sent by the server alone', async () => {
    const reply = await platform.fetch(
      new Request('http://shop.example/functions/v1/send-newsletter', {
        method: 'POST',
        headers: { apikey: 'sb_publishable_newsletter_emails' },
        body: '{}',
      }),
    )
    expect(reply.status).toBe(403)
  })
})
