import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'

export const ROLES = ['anon', 'viewer', 'editor', 'admin', 'service'] as const
export type Role = (typeof ROLES)[number]

/** Letters of c(reate), r(ead), u(pdate), d(elete), in this order; '' is nothing at all. */
export type Rights = Record<Role, string>

export interface Entry {
  table: string
  /** What is special about the row, where rows of one table are not all alike. */
  state?: string
  rights: Rights
  /** A complete row with its own new key. */
  row(base: Base): Promise<Row> | Row
  key: string[]
  /** An update that shows. */
  change: Row
}
export type Row = Record<string, unknown>

/** Rows that others refer to. */
export interface Base {
  merchantId: number
  openMerchantName: string
  closedMerchantName: string
  programmeId: number
  productId: number
  openProductId: number
  feedRunId: number
  watcherId: string
  newUserId(): Promise<string>
  newProductId(): Promise<number>
}

const EVERYONE_READS = { anon: 'r', viewer: 'r', service: 'crud' }
const CONTENT: Rights = { ...EVERYONE_READS, editor: 'crud', admin: 'crud' }
const DRAFTS: Rights = { anon: '', viewer: '', editor: 'crud', admin: 'crud', service: 'crud' }
const ADMINS: Rights = { anon: '', viewer: '', editor: '', admin: 'crud', service: 'crud' }
const RECORDS: Rights = { anon: '', viewer: '', editor: 'r', admin: 'r', service: 'crud' }
const SET_UP: Rights = { ...EVERYONE_READS, editor: 'r', admin: 'crud' }

/** Beyond every sequence's reach, so that test rows never meet real ones. */
const number = () => 1e12 + Math.floor(Math.random() * 1e12)
const word = () => `t${randomUUID().slice(0, 8)}`

/** Every table of the API. A table that the server shows and that has no entry here fails the test. */
export const TABLE: Entry[] = [
  {
    table: 'user_roles',
    rights: ADMINS,
    row: async ({ newUserId }) => ({ user_id: await newUserId(), role: 'viewer' }),
    key: ['user_id'],
    change: { role: 'editor' },
  },
  {
    table: 'networks',
    rights: SET_UP,
    row: () => ({ id: word(), name: 'Test' }),
    key: ['id'],
    change: { name: 'Other' },
  },
  {
    table: 'merchants',
    rights: CONTENT,
    row: () => ({ id: number(), name: word(), slug: word() }),
    key: ['id'],
    change: { description: 'changed' },
  },
  {
    table: 'programmes',
    rights: { ...RECORDS, admin: 'crud' },
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
  {
    table: 'feeds',
    rights: SET_UP,
    row: ({ programmeId }) => ({ id: number(), programme_id: programmeId, external_id: word() }),
    key: ['id'],
    change: { name: 'changed' },
  },
  {
    table: 'products',
    state: 'listed',
    rights: CONTENT,
    row: product,
    key: ['id'],
    change: { description: 'changed' },
  },
  {
    table: 'products',
    state: 'delisted',
    rights: DRAFTS,
    row: (base) => ({ ...product(base), delisted_at: '2026-01-01T00:00:00Z' }),
    key: ['id'],
    change: { description: 'changed' },
  },
  {
    table: 'price_history',
    state: 'of a merchant that allows it',
    rights: { ...EVERYONE_READS, editor: 'r', admin: 'r' },
    row: ({ openProductId }) => price(openProductId),
    key: ['product_id', 'observed_from'],
    change: { price: 2 },
  },
  {
    table: 'price_history',
    state: 'of a merchant that forbids it',
    rights: RECORDS,
    row: ({ productId }) => price(productId),
    key: ['product_id', 'observed_from'],
    change: { price: 2 },
  },
  {
    table: 'price_drops',
    state: 'of a merchant that allows it',
    rights: { ...EVERYONE_READS, editor: 'r', admin: 'r' },
    row: async ({ newProductId, openMerchantName }) => drop(await newProductId(), openMerchantName),
    key: ['product_id'],
    change: { price: 2 },
  },
  {
    table: 'price_drops',
    state: 'of a merchant that forbids it',
    rights: RECORDS,
    row: async ({ newProductId, closedMerchantName }) => drop(await newProductId(), closedMerchantName),
    key: ['product_id'],
    change: { price: 2 },
  },
  {
    table: 'amazon_products',
    rights: CONTENT,
    row: () => ({ id: number(), product_title: 'Test', product_url: 'https://www.amazon.com/dp/B000000000' }),
    key: ['id'],
    change: { category: 'changed' },
  },
  ...inTwoStates({
    table: 'homepage_settings',
    row: () => ({ id: randomUUID() }),
    change: { hero_title: 'changed' },
    open: ['active', { is_active: true }, SET_UP],
    closed: ['inactive', { is_active: false }, ADMINS],
  }),
  ...inTwoStates({
    table: 'collections',
    row: () => ({ id: randomUUID(), title: 'Test', path: '/test' }),
    change: { subtitle: 'changed' },
    open: ['active', { is_active: true }, CONTENT],
    closed: ['inactive', { is_active: false }, DRAFTS],
  }),
  ...inTwoStates({
    table: 'pages',
    row: () => ({ id: randomUUID(), name: 'Test', url: `/${word()}` }),
    change: { content: 'changed' },
    open: ['published', { is_published: true }, CONTENT],
    closed: ['unpublished', { is_published: false }, DRAFTS],
  }),
  ...inTwoStates({
    table: 'blog_posts',
    row: () => ({ id: randomUUID(), slug: word(), title: 'Test' }),
    change: { excerpt: 'changed' },
    open: ['active', { is_active: true }, CONTENT],
    closed: ['inactive', { is_active: false }, DRAFTS],
  }),
  ...inTwoStates({
    table: 'comparison_posts',
    row: () => ({ id: randomUUID(), slug: word(), title: 'Test' }),
    change: { category: 'changed' },
    open: ['published', { status: 'published' }, CONTENT],
    closed: ['to come', { status: 'scheduled', publish_date: '2999-01-01T00:00:00Z' }, DRAFTS],
  }),
  ...inTwoStates({
    table: 'wallpaper_collections',
    row: () => ({ id: randomUUID(), name: 'Test', slug: word() }),
    change: { description: 'changed' },
    open: ['active', { is_active: true }, CONTENT],
    closed: ['inactive', { is_active: false }, DRAFTS],
  }),
  ...inTwoStates({
    table: 'wallpapers',
    row: () => ({ id: randomUUID(), title: 'Test', image_url: '/a.jpg', download_url: '/a.jpg' }),
    change: { description: 'changed' },
    open: ['active', { is_active: true }, CONTENT],
    closed: ['inactive', { is_active: false }, DRAFTS],
  }),
  {
    table: 'draft_products',
    rights: DRAFTS,
    row: () => ({ id: randomUUID(), affiliate_url: 'https://shop.example/x' }),
    key: ['id'],
    change: { status: 'rejected' },
  },
  {
    table: 'newsletter_subscribers',
    rights: ADMINS,
    row: () => ({ id: randomUUID(), email: `${word()}@test.example` }),
    key: ['id'],
    change: { source_page: '/changed' },
  },
  {
    table: 'price_watchers',
    rights: ADMINS,
    row: () => ({ id: randomUUID(), email: `${word()}@test.example` }),
    key: ['id'],
    change: { last_email_at: '2026-01-01T00:00:00+00:00' },
  },
  {
    table: 'price_alerts',
    rights: ADMINS,
    row: ({ watcherId }) => ({ id: randomUUID(), watcher_id: watcherId, item_id: number(), kind: 'low' }),
    key: ['id'],
    change: { source_page: '/changed' },
  },
  {
    table: 'contact_messages',
    rights: ADMINS,
    row: () => ({ id: randomUUID(), name: 'T', email: 't@test.example', subject: 'Test', message: 'Test' }),
    key: ['id'],
    change: { subject: 'changed' },
  },
  {
    table: 'events',
    rights: RECORDS,
    row: () => ({ id: number(), name: 'test' }),
    key: ['id'],
    change: { path: '/changed' },
  },
  {
    table: 'daily_events',
    rights: RECORDS,
    row: () => ({ day: '2000-01-01', key: word(), name: 'test', count: 1, bot_count: 0 }),
    key: ['key'],
    change: { path: '/changed' },
  },
  {
    table: 'feed_runs',
    rights: RECORDS,
    row: () => ({ id: number(), network_id: 'awin', source_name: 'test' }),
    key: ['id'],
    change: { message: 'changed' },
  },
  {
    table: 'feed_run_samples',
    rights: RECORDS,
    row: ({ feedRunId }) => ({ id: number(), feed_run_id: feedRunId, line_number: 1, reason: 'test', raw: 'x' }),
    key: ['id'],
    change: { reason: 'changed' },
  },
]

interface TwoStates {
  table: string
  row: () => Row
  change: Row
  open: [state: string, columns: Row, rights: Rights]
  closed: [state: string, columns: Row, rights: Rights]
}

function inTwoStates({ table, row, change, open, closed }: TwoStates): Entry[] {
  return [open, closed].map(([state, columns, rights]) => ({
    ...{ table, state, rights, change, key: ['id'] },
    row: () => ({ ...row(), ...columns }),
  }))
}

function product({ closedMerchantName }: Base): Row {
  const link = 'https://shop.example/x'
  return { id: number(), product_name: 'Test', merchant_name: closedMerchantName, affiliate_link: link }
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
      productId: number(),
      openProductId: number(),
      feedRunId: number(),
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
