import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

/** c: may insert, r: sees the hidden row, v: sees the visible row only, u: may update, d: may delete. */
type Rights = string
type Caller = 'anon' | 'viewer' | 'editor' | 'admin' | 'service'

interface TableRule {
  /** A visible row and, where the table has one, a row that visitors must not see. */
  rows: string
  hidden?: string
  rights: Record<Caller, Rights>
}

const content = { anon: 'v', viewer: 'v', editor: 'crud', admin: 'crud', service: 'crud' }
const officeOnly = { anon: '', viewer: '', editor: 'crud', admin: 'crud', service: 'crud' }
const adminOnly = { anon: '', viewer: '', editor: '', admin: 'crud', service: 'crud' }

/** Who may do what. A new table without a line here fails the test below. */
const RULES: Record<string, TableRule> = {
  products: {
    rows: `insert into public.products (product_name, merchant_name, affiliate_link) values ('A', 'M', 'https://a.example/')`,
    hidden: `insert into public.products (product_name, merchant_name, affiliate_link, delisted_at) values ('B', 'M', 'https://a.example/', now())`,
    rights: content,
  },
  amazon_products: {
    rows: `insert into public.amazon_products (product_title, product_url) values ('A', 'https://a.example/')`,
    rights: content,
  },
  pages: {
    rows: `insert into public.pages (name, url, is_published) values ('A', '/a', true)`,
    hidden: `insert into public.pages (name, url, is_published) values ('B', '/b', false)`,
    rights: content,
  },
  blog_posts: {
    rows: `insert into public.blog_posts (title, slug) values ('A', 'a')`,
    hidden: `insert into public.blog_posts (title, slug, is_active) values ('B', 'b', false)`,
    rights: content,
  },
  comparison_posts: {
    rows: `insert into public.comparison_posts (title, slug, status) values ('A', 'a', 'published')`,
    hidden: `insert into public.comparison_posts (title, slug, status, publish_date) values ('B', 'b', 'scheduled', now() + interval '1 day')`,
    rights: content,
  },
  collections: {
    rows: `insert into public.collections (title, path) values ('A', '/a')`,
    hidden: `insert into public.collections (title, path, is_active) values ('B', '/b', false)`,
    rights: content,
  },
  wallpaper_collections: {
    rows: `insert into public.wallpaper_collections (name, slug) values ('A', 'a')`,
    hidden: `insert into public.wallpaper_collections (name, slug, is_active) values ('B', 'b', false)`,
    rights: content,
  },
  wallpapers: {
    rows: `insert into public.wallpapers (title, image_url, download_url) values ('A', '/x.jpg', '/x.jpg')`,
    hidden: `insert into public.wallpapers (title, image_url, download_url, is_active) values ('B', '/x.jpg', '/x.jpg', false)`,
    rights: content,
  },
  homepage_settings: {
    rows: `insert into public.homepage_settings (hero_title) values ('A')`,
    hidden: `insert into public.homepage_settings (hero_title, is_active) values ('B', false)`,
    rights: { ...content, editor: 'v' },
  },
  price_drops: {
    rows: `with m as (insert into public.merchants (name, slug, may_show_history) values ('Open', 'open', true))
      insert into public.price_drops (product_id, category, merchant_name, was_price, price, currency, dropped_at) values (990001, 'Other', 'Open', 2, 1, 'USD', now())`,
    hidden: `with p as (insert into public.products (id, product_name, merchant_name, affiliate_link) values (990777, 'A', 'Closed', 'https://a.example/') returning id)
      insert into public.price_drops (product_id, category, merchant_name, was_price, price, currency, dropped_at) select id, 'Other', 'Closed', 2, 1, 'USD', now() from p`,
    rights: { anon: 'v', viewer: 'v', editor: 'r', admin: 'r', service: 'crud' },
  },
  merchants: { rows: `insert into public.merchants (name, slug) values ('A', 'a')`, rights: content },
  networks: {
    rows: `insert into public.networks (id, name) values ('test', 'A')`,
    rights: { ...content, editor: 'v' },
  },
  programmes: {
    rows: `with m as (insert into public.merchants (name, slug) values (gen_random_uuid()::text, gen_random_uuid()::text) returning id)
      insert into public.programmes (network_id, external_id, merchant_id, name) select 'awin', gen_random_uuid()::text, id, 'A' from m`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'crud', service: 'crud' },
  },
  feeds: {
    rows: `insert into public.feeds (programme_id, external_id) values (990001, 'A')`,
    rights: { ...content, editor: 'v' },
  },
  draft_products: {
    rows: `insert into public.draft_products (affiliate_url) values ('https://a.example/')`,
    rights: officeOnly,
  },
  newsletter_subscribers: {
    rows: `insert into public.newsletter_subscribers (email) values ('a@b.example')`,
    rights: adminOnly,
  },
  price_watchers: {
    rows: `insert into public.price_watchers (email) values ('a@b.example')`,
    rights: adminOnly,
  },
  price_alerts: {
    rows: `insert into public.price_alerts (watcher_id, item_id, kind) values ('00000000-0000-4000-8000-00000000000b', 1, 'low')`,
    rights: adminOnly,
  },
  contact_messages: {
    rows: `insert into public.contact_messages (name, email, subject, message) values ('A', 'a@b.example', 'S', 'M')`,
    rights: adminOnly,
  },
  events: {
    rows: `insert into public.events (name) values ('view')`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' },
  },
  daily_events: {
    rows: `insert into public.daily_events (day, key, name, count, bot_count) values ('2000-01-01', 'k', 'view', 1, 0)`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' },
  },
  feed_runs: {
    rows: `insert into public.feed_runs (network_id, source_name) values ('awin', 'A')`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' },
  },
  feed_run_samples: {
    rows: `insert into public.feed_run_samples (feed_run_id, line_number, reason, raw) values (990001, 1, 'A', 'A')`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' },
  },
  price_history: {
    rows: `insert into public.price_history (product_id, observed_from, observed_until, currency) values (990001, now(), now(), 'USD')`,
    rights: { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' },
  },
  user_roles: {
    rows: `insert into public.user_roles (user_id, role) values ('00000000-0000-4000-8000-000000000009', 'viewer')`,
    rights: adminOnly,
  },
}

const PEOPLE: Record<'viewer' | 'editor' | 'admin', string> = {
  viewer: '00000000-0000-4000-8000-000000000001',
  editor: '00000000-0000-4000-8000-000000000002',
  admin: '00000000-0000-4000-8000-000000000003',
}

describe('who may do what', () => {
  let db: TestDatabase
  let client: pg.PoolClient
  beforeAll(async () => {
    db = await testDatabase('shop')
    client = await db.pools.owner.connect()
    await client.query(`insert into auth.users (id) select unnest($1::uuid[])`, [
      [...Object.values(PEOPLE), '00000000-0000-4000-8000-000000000009'],
    ])
    for (const [role, id] of Object.entries(PEOPLE)) {
      await client.query('insert into public.user_roles (user_id, role) values ($1, $2)', [id, role])
    }
    // What rows of the tables that depend on others hang on.
    await client.query(`insert into public.merchants (id, name, slug) values (990001, 'Fixture', 'fixture')`)
    await client.query(
      `insert into public.programmes (id, network_id, external_id, merchant_id, name) values (990001, 'awin', 'fixture', 990001, 'Fixture')`,
    )
    await client.query(
      `insert into public.products (id, product_name, merchant_name, affiliate_link) values (990001, 'Fixture', 'Fixture', 'https://a.example/')`,
    )
    await client.query(
      `insert into public.price_watchers (id, email) values ('00000000-0000-4000-8000-00000000000b', 'fixture@b.example')`,
    )
    await client.query(`insert into public.feed_runs (id, network_id, source_name) values (990001, 'awin', 'Fixture')`)
  })
  afterAll(async () => {
    client.release(true)
    await db.drop()
  })

  async function become(caller: Caller, more: Record<string, unknown>) {
    const claims =
      caller === 'anon' || caller === 'service'
        ? {}
        : {
            sub: PEOPLE[caller],
            role: 'authenticated',
            user_metadata: { role: 'admin' },
            app_metadata: { role: 'admin' },
            ...more,
          }
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)])
    const role = caller === 'anon' ? 'anon' : caller === 'service' ? 'service_role' : 'authenticated'
    await client.query(`set local role ${role}`)
  }

  /** Rows that a statement touches as the caller, 'refused' without the right; everything is undone. */
  async function attempt(
    caller: Caller,
    before: string[],
    sql: string,
    claims: Record<string, unknown> = {},
  ): Promise<number | 'refused'> {
    await client.query('begin')
    try {
      for (const statement of before) await client.query(statement)
      await become(caller, claims)
      return (await client.query(sql)).rowCount ?? 0
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '42501') return 'refused'
      throw error
    } finally {
      await client.query('rollback')
    }
  }

  const count = (result: number | 'refused') => (result === 'refused' ? 0 : result)

  async function rightsOf(caller: Caller, table: string, { rows, hidden }: TableRule): Promise<Rights> {
    const clear = `delete from public.${table} where ctid in (select ctid from public.${table}) and ${table === 'user_roles' ? `role = 'viewer'` : 'false'}`
    const base = count(await attempt(caller, [clear], `select from public.${table}`))
    const both = [clear, rows, ...(hidden ? [hidden] : [])]
    const seen = count(await attempt(caller, both, `select from public.${table}`)) - base
    const created = count(await attempt(caller, [clear], rows))
    const column = table === 'networks' ? 'name' : table === 'user_roles' ? 'created_at' : await anyColumn(table)
    const updated = count(await attempt(caller, both, `update public.${table} set ${column} = ${column}`))
    const deleted = count(
      await attempt(caller, [...both, `set local session_replication_role = replica`], `delete from public.${table}`),
    )
    const reading = seen === (hidden ? 2 : 1) ? (hidden ? 'r' : 'r') : seen === 1 ? 'v' : ''
    return `${created > 0 ? 'c' : ''}${reading}${updated > 0 ? 'u' : ''}${deleted > 0 ? 'd' : ''}`
  }

  async function anyColumn(table: string): Promise<string> {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' and not attisdropped
       and attname not in ('id', 'updated_at') order by attnum limit 1`,
      [`public.${table}`],
    )
    return rows[0]?.name ?? 'id'
  }

  test('every table has its line, and row-level security', async () => {
    const { rows } = await client.query<{ name: string; secured: boolean }>(
      `select relname as name, relrowsecurity as secured from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(RULES).toSorted())
    expect(rows.filter(({ secured }) => !secured)).toEqual([])
  })

  const cases = Object.entries(RULES).flatMap(([table, rule]) =>
    (['anon', 'viewer', 'editor', 'admin', 'service'] as const).map((caller) => ({
      table,
      caller,
      rule,
      rights: rule.rights[caller],
    })),
  )
  test.each(cases)('$table: $caller may "$rights"', async ({ table, caller, rule, rights }) => {
    // Where no row is hidden, whoever reads sees every row.
    const expected = rule.hidden ? rights : rights.replace('v', 'r')
    expect(await rightsOf(caller, table, rule)).toBe(expected)
  })

  test('only the listed functions of public run with the rights of their owner', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'bestselling_products',
      'erase_address',
      'gone_product',
      'increment_wallpaper_download',
      'list_products',
      'listing_facets',
      'picture',
      'read_outbox',
      'related_products',
      'search_products',
      'search_shop',
      'suggest',
    ])
  })

  test('nobody reads the private schema', async () => {
    for (const caller of ['anon', 'viewer', 'admin'] as const) {
      expect(await attempt(caller, [], 'select from private.product_documents')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.search_words')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.find_documents')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.article_documents')).toBe('refused')
      expect(await attempt(caller, [], `select private.index_article('x')`)).toBe('refused')
      expect(await attempt(caller, [], 'select from private.deleted_products')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.postponed_indexes')).toBe('refused')
      expect(await attempt(caller, [], 'select private.postpone_indexes(0)')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.picture_key')).toBe('refused')
      expect(await attempt(caller, [], 'select from private.resizable_pictures')).toBe('refused')
    }
  })

  test('an admin gives roles; others are refused; the last admin keeps theirs', async () => {
    const give = (id: string, role: string) => `select public.update_user_role('${id}', '${role}')`
    expect(await attempt('admin', [], give(PEOPLE.viewer, 'editor'))).toBe(1)
    expect(await attempt('service', [], give(PEOPLE.viewer, 'admin'))).toBe(1)
    for (const caller of ['anon', 'viewer', 'editor'] as const) {
      expect(await attempt(caller, [], give(PEOPLE.viewer, 'admin'))).toBe('refused')
    }
    await expect(attempt('admin', [], give(PEOPLE.admin, 'viewer'))).rejects.toThrow('The last admin keeps the role')
    for (const caller of ['admin', 'service'] as const) {
      for (const taken of ['delete from public.user_roles', `update public.user_roles set role = 'viewer'`]) {
        const last = `${taken} where user_id = '${PEOPLE.admin}'`
        await expect(attempt(caller, [], last), `${caller}: ${last}`).rejects.toThrow('The last admin keeps the role')
      }
    }
    const second = `update public.user_roles set role = 'admin' where user_id = '${PEOPLE.editor}'`
    expect(await attempt('service', [second], `delete from public.user_roles where user_id = '${PEOPLE.admin}'`)).toBe(
      1,
    )
  })

  test('people see their own role and admins see every role', async () => {
    const ask = (id: string) => `select role from public.get_user_role('${id}')`
    expect(await attempt('editor', [], ask(PEOPLE.editor))).toBe(1)
    expect(await attempt('editor', [], ask(PEOPLE.admin))).toBe(0)
    expect(await attempt('admin', [], ask(PEOPLE.editor))).toBe(1)
    expect(await attempt('anon', [], ask(PEOPLE.editor))).toBe('refused')
  })

  test('a role that was taken away counts no more, whatever the token says', async () => {
    const taken = `delete from public.user_roles where user_id = '${PEOPLE.editor}'`
    expect(await attempt('editor', [taken], `insert into public.pages (name, url) values ('A', '/x')`)).toBe('refused')
  })

  test('the role of somebody with a second factor counts once the session has shown it', async () => {
    const enrol = (status: string) =>
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), '${PEOPLE.admin}', 'totp', '${status}', now(), now())`
    const write = `insert into public.networks (id, name) values ('factor', 'A')`
    expect(await attempt('admin', [enrol('verified')], write, { aal: 'aal1' })).toBe('refused')
    expect(await attempt('admin', [enrol('verified')], write)).toBe('refused')
    expect(await attempt('admin', [enrol('verified')], write, { aal: 'aal2' })).toBe(1)
    expect(await attempt('admin', [enrol('unverified')], write, { aal: 'aal1' })).toBe(1)
  })

  test('an application that somebody signs in to does not get their role', async () => {
    const write = `insert into public.networks (id, name) values ('app', 'A')`
    const application = '00000000-0000-4000-8000-00000000000a'
    expect(await attempt('admin', [], write, { client_id: application })).toBe('refused')
    expect(await attempt('admin', [], write)).toBe(1)
  })

  test('an edited price keeps its history', async () => {
    await client.query('begin')
    await client.query(`update public.products set price = 10 where id = 990001`)
    await client.query(`update public.products set price_changed_at = now() - interval '1 day' where id = 990001`)
    await client.query(`update public.products set price = 8 where id = 990001`)
    const { rows } = await client.query(
      `select price from public.price_history where product_id = 990001 and price is not null`,
    )
    await client.query('rollback')
    expect(rows).toEqual([{ price: '10' }])
  })
})
