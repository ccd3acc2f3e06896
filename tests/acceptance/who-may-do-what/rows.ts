import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Base, Row, Sample } from './sample.ts'

/** Beyond every sequence's reach, so that test rows never meet real ones. */
const number = () => 1e12 + Math.floor(Math.random() * 1e12)
/** Each kind of import once, in turn. */
const KINDS = ['amazon', 'awin', 'cj', 'demo', 'shopify', 'sovrn']
let kinds = 0
const word = () => `t${randomUUID().slice(0, 8)}`

/** A row for every line of the table of rights. */
export const ROWS: Record<string, Sample> = {
  user_roles: {
    row: async ({ newUserId }) => ({ user_id: await newUserId(), role: 'viewer' }),
    key: ['user_id'],
    change: { role: 'editor' },
  },
  site_settings: {
    row: () => ({ key: word(), value: 1 }),
    key: ['key'],
    change: { value: 2 },
  },
  'audit_log (of what editors edit)': {
    row: () => logLine('pages'),
    key: ['table_name', 'row_key'],
    change: { reason: 'changed' },
    async make(service) {
      const page = { id: randomUUID(), name: 'Test', url: `/${word()}` }
      await must(service.from('pages').insert(page))
      return { table_name: 'pages', row_key: page.id }
    },
  },
  'audit_log (of settings)': {
    row: () => logLine('site_settings'),
    key: ['table_name', 'row_key'],
    change: { reason: 'changed' },
    async make(service) {
      const setting = { key: word(), value: 1 }
      await must(service.from('site_settings').insert(setting))
      return { table_name: 'site_settings', row_key: setting.key }
    },
  },
  trash: {
    row: () => ({
      ...{ id: randomUUID(), table_name: 'pages', row_key: word(), removed_row: {} },
      ...{ change_set: randomUUID(), for_role: 'editor' },
    }),
    key: ['row_key'],
    change: { name: 'changed' },
    async make(service) {
      const page = { id: randomUUID(), name: 'Test', url: `/${word()}` }
      await must(service.from('pages').insert(page))
      await must(service.from('pages').delete().eq('id', page.id))
      return { row_key: page.id }
    },
  },
  hand_prices: {
    row: ({ openProductId }) => ({ product_id: openProductId, change_set: randomUUID(), replaced_reading: true }),
    key: ['product_id'],
    change: { replaced_reading: false },
    async make(_service, base, editor) {
      const id = await base.newProductId()
      await must(editor.from('products').update({ price: 7.77 }).eq('id', id))
      return { product_id: id }
    },
  },
  hand_edits: {
    row: ({ openProductId }) => ({ product_id: openProductId, column_name: 'brand', change_set: randomUUID() }),
    key: ['product_id', 'column_name'],
    change: { column_name: 'size' },
    async make(service, base) {
      const id = await base.newProductId()
      await must(service.from('products').update({ feed_id: base.feedId, external_id: word() }).eq('id', id))
      await must(service.from('products').update({ brand: word() }).eq('id', id))
      return { product_id: id, column_name: 'brand' }
    },
  },
  job_runs: {
    row: () => ({ id: randomUUID(), kind: 'bulk-change', lane: 'products', for_role: 'editor' }),
    key: ['id'],
    change: { message: 'changed' },
    make: async (service) => ({ id: await startedJob(service) }),
  },
  notifications: {
    row: () => ({ table_name: 'pages', row_key: word(), title: 'Test', for_role: 'editor' }),
    key: ['table_name', 'row_key'],
    change: { title: 'changed' },
    async make(service) {
      const draft = { id: randomUUID() }
      await must(service.from('draft_products').insert(draft))
      return { table_name: 'draft_products', row_key: draft.id }
    },
  },
  job_run_lines: {
    row: ({ jobRunId }) => ({ job_run_id: jobRunId, level: 'info', message: word() }),
    key: ['message'],
    change: { level: 'error' },
  },
  blocked_offers: {
    row: ({ feedId }) => ({ feed_id: feedId, external_id: word() }),
    key: ['feed_id', 'external_id'],
    change: { name: 'changed' },
    async make(service, base) {
      const offer = { feed_id: base.feedId, external_id: word() }
      await must(service.from('products').insert({ ...product(base), ...offer }))
      await must(service.from('products').delete().match(offer))
      return offer
    },
  },
  networks: {
    row: () => ({ id: word(), name: 'Test' }),
    key: ['id'],
    change: { name: 'Other' },
  },
  merchants: {
    row: () => ({ id: number(), name: word(), slug: word() }),
    key: ['id'],
    change: { description: 'changed' },
  },
  programmes: {
    row: ({ merchantId }) => ({
      id: number(),
      network_id: 'awin',
      external_id: word(),
      merchant_id: merchantId,
      name: 'T',
    }),
    key: ['id'],
    change: { name: 'changed' },
  },
  feeds: {
    row: ({ programmeId }) => ({ id: number(), programme_id: programmeId, external_id: word() }),
    key: ['id'],
    change: { name: 'changed' },
  },
  merchant_files: {
    row: () => ({ id: number(), merchant: word(), address: 'https://shop.example/products.csv', mapping: {} }),
    key: ['id'],
    change: { address: 'https://shop.example/all.csv' },
  },
  feed_selections: {
    row: () => ({ id: number(), network_id: 'awin', programme_id: word() }),
    key: ['id'],
    change: { is_on: false },
  },
  saved_searches: {
    row: () => ({ id: number(), network_id: 'amazon', words: word() }),
    key: ['id'],
    change: { is_on: false },
  },
  'products (listed)': {
    row: product,
    key: ['id'],
    change: { description: 'changed' },
  },
  'products (delisted)': {
    row: (base) => ({ ...product(base), delisted_at: '2026-01-01T00:00:00Z' }),
    key: ['id'],
    change: { description: 'changed' },
  },
  'price_history (of a merchant that allows it)': {
    row: ({ openProductId }) => price(openProductId),
    key: ['product_id', 'observed_from'],
    change: { price: 2 },
  },
  'price_history (of a merchant that forbids it)': {
    row: ({ productId }) => price(productId),
    key: ['product_id', 'observed_from'],
    change: { price: 2 },
  },
  'price_drops (of a merchant that allows it)': {
    row: async ({ newProductId, openMerchantName }) => drop(await newProductId(), openMerchantName),
    key: ['product_id'],
    change: { price: 2 },
  },
  'price_drops (of a merchant that forbids it)': {
    row: async ({ newProductId, closedMerchantName }) => drop(await newProductId(), closedMerchantName),
    key: ['product_id'],
    change: { price: 2 },
  },
  amazon_products: {
    row: () => ({ id: number(), product_title: 'Test', product_url: 'https://www.amazon.com/dp/B000000000' }),
    key: ['id'],
    change: { category: 'changed' },
  },
  draft_products: {
    row: () => ({ id: randomUUID(), affiliate_url: 'https://shop.example/x' }),
    key: ['id'],
    change: { status: 'rejected' },
  },
  newsletter_subscribers: {
    row: () => ({ id: randomUUID(), email: `${word()}@test.example` }),
    key: ['id'],
    change: { source_page: '/changed' },
  },
  price_watchers: {
    row: () => ({ id: randomUUID(), email: `${word()}@test.example` }),
    key: ['id'],
    change: { last_email_at: '2026-01-01T00:00:00+00:00' },
  },
  price_alerts: {
    row: ({ watcherId }) => ({ id: randomUUID(), watcher_id: watcherId, item_id: number(), kind: 'low' }),
    key: ['id'],
    change: { source_page: '/changed' },
  },
  contact_messages: {
    row: () => ({ id: randomUUID(), name: 'T', email: 't@test.example', subject: 'Test', message: 'Test' }),
    key: ['id'],
    change: { subject: 'changed' },
  },
  events: {
    row: () => ({ id: number(), name: 'test' }),
    key: ['id'],
    change: { path: '/changed' },
  },
  daily_events: {
    row: () => ({ day: '2000-01-01', key: word(), name: 'test', count: 1, bot_count: 0 }),
    key: ['key'],
    change: { path: '/changed' },
  },
  feed_runs: {
    row: () => ({ id: number(), network_id: 'awin', source_name: 'test' }),
    key: ['id'],
    change: { message: 'changed' },
  },
  feed_run_samples: {
    row: ({ feedRunId }) => ({ id: number(), feed_run_id: feedRunId, line_number: 1, reason: 'test', raw: 'x' }),
    key: ['id'],
    change: { reason: 'changed' },
  },
  refused_rows: {
    row: ({ feedRunId }) => ({ id: number(), feed_run_id: feedRunId, line_number: 1, reason: 'test', row_text: 'x' }),
    key: ['id'],
    change: { reason: 'changed' },
  },
  feed_schedules: {
    row: () => ({ kind: KINDS[kinds++ % KINDS.length], at_time: '03:00:00' }),
    key: ['kind'],
    change: { is_paused: true },
  },
  'homepage_settings (active)': {
    row: () => ({ id: randomUUID(), is_active: true }),
    key: ['id'],
    change: { hero_title: 'changed' },
  },
  'homepage_settings (inactive)': {
    row: () => ({ id: randomUUID(), is_active: false }),
    key: ['id'],
    change: { hero_title: 'changed' },
  },
  'collections (active)': {
    row: () => ({ id: randomUUID(), title: 'Test', path: '/test', is_active: true }),
    key: ['id'],
    change: { subtitle: 'changed' },
  },
  'collections (inactive)': {
    row: () => ({ id: randomUUID(), title: 'Test', path: '/test', is_active: false }),
    key: ['id'],
    change: { subtitle: 'changed' },
  },
  'pages (published)': {
    row: () => ({ id: randomUUID(), name: 'Test', url: `/${word()}`, is_published: true }),
    key: ['id'],
    change: { content: 'changed' },
  },
  'pages (unpublished)': {
    row: () => ({ id: randomUUID(), name: 'Test', url: `/${word()}`, is_published: false }),
    key: ['id'],
    change: { content: 'changed' },
  },
  'blog_posts (active)': {
    row: () => ({ id: randomUUID(), slug: word(), title: 'Test', is_active: true }),
    key: ['id'],
    change: { excerpt: 'changed' },
  },
  'blog_posts (inactive)': {
    row: () => ({ id: randomUUID(), slug: word(), title: 'Test', is_active: false }),
    key: ['id'],
    change: { excerpt: 'changed' },
  },
  'comparison_posts (published)': {
    row: () => ({ id: randomUUID(), slug: word(), title: 'Test', status: 'published' }),
    key: ['id'],
    change: { category: 'changed' },
  },
  'comparison_posts (to come)': {
    row: () => ({
      id: randomUUID(),
      slug: word(),
      title: 'Test',
      status: 'scheduled',
      publish_date: '2999-01-01T00:00:00Z',
    }),
    key: ['id'],
    change: { category: 'changed' },
  },
  'wallpaper_collections (active)': {
    row: () => ({ id: randomUUID(), name: 'Test', slug: word(), is_active: true }),
    key: ['id'],
    change: { description: 'changed' },
  },
  'wallpaper_collections (inactive)': {
    row: () => ({ id: randomUUID(), name: 'Test', slug: word(), is_active: false }),
    key: ['id'],
    change: { description: 'changed' },
  },
  'wallpapers (active)': {
    row: () => ({ id: randomUUID(), title: 'Test', image_url: '/a.jpg', download_url: '/a.jpg', is_active: true }),
    key: ['id'],
    change: { description: 'changed' },
  },
  'wallpapers (inactive)': {
    row: () => ({ id: randomUUID(), title: 'Test', image_url: '/a.jpg', download_url: '/a.jpg', is_active: false }),
    key: ['id'],
    change: { description: 'changed' },
  },
}

function product({ closedMerchantName }: Base): Row {
  const link = 'https://shop.example/x'
  return { id: number(), product_name: 'Test', merchant_name: closedMerchantName, affiliate_link: link }
}

/** Done by nobody: no worker runs beside these tests, and there is no such change set. */
async function startedJob(service: SupabaseClient): Promise<string> {
  const args = { kind_param: 'undo-change-set', args_param: { change_set: randomUUID() } }
  const { data, error } = await service.rpc('start_job', args)
  if (error) throw new Error(error.message)
  return data
}

function logLine(table: string): Row {
  const line = { table_name: table, row_key: word(), action: 'update', columns: [] }
  return { ...line, change_set: randomUUID(), for_role: table === 'site_settings' ? 'admin' : 'editor' }
}

function price(productId: number): Row {
  const day = new Date(Date.UTC(2000, 0, 1) + Math.floor(Math.random() * 1e11)).toISOString()
  return { product_id: productId, observed_from: day, observed_until: day, price: 1, currency: 'USD' }
}

function drop(productId: number, merchantName: string): Row {
  const facts = { category: 'Other', merchant_name: merchantName, currency: 'USD', dropped_at: '2026-01-01T00:00:00Z' }
  return { product_id: productId, ...facts, was_price: 3, price: 1 }
}

/** Makes what other rows refer to. */
export async function makeBase(service: SupabaseClient): Promise<Base> {
  const [openMerchantName, closedMerchantName] = [word(), word()]
  const merchantId = number()
  await must(service.from('merchants').insert({ id: merchantId, name: closedMerchantName, slug: word() }))
  await must(
    service.from('merchants').insert({ id: number(), name: openMerchantName, slug: word(), may_show_history: true }),
  )
  const programmeId = number()
  const programme = { id: programmeId, network_id: 'awin', external_id: word(), merchant_id: merchantId, name: 'T' }
  await must(service.from('programmes').insert(programme))
  const names = { openMerchantName, closedMerchantName }
  const base: Base = {
    ...{
      merchantId,
      ...names,
      programmeId,
      feedId: number(),
      productId: number(),
      openProductId: number(),
      feedRunId: number(),
      jobRunId: await startedJob(service),
      watcherId: randomUUID(),
    },
    async newUserId() {
      const made = await service.auth.admin.createUser({ email: `${randomUUID()}@test.example`, email_confirm: true })
      if (made.error) throw made.error
      return made.data.user.id
    },
    async newProductId() {
      const made = { ...product(base), id: number() }
      await must(service.from('products').insert(made))
      return made.id
    },
  }
  await must(service.from('feeds').insert({ id: base.feedId, programme_id: programmeId, external_id: word() }))
  await must(service.from('products').insert({ ...product(base), id: base.productId }))
  const open = { ...product(base), id: base.openProductId, merchant_name: openMerchantName }
  await must(service.from('products').insert(open))
  await must(service.from('price_watchers').insert({ id: base.watcherId, email: `${word()}@test.example` }))
  await must(service.from('feed_runs').insert({ id: base.feedRunId, network_id: 'awin', source_name: 'test' }))
  return base
}

export async function must(work: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await work
  if (error) throw new Error(error.message)
}
