import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { type Listening, listen } from '../../../tests/support/listen.ts'
import { createOutboundFetch } from '../../http/outbound-fetch.ts'
import { type ImageCatalogue, openImageCatalogue } from '../catalogue.ts'
import { openDiskCache } from '../disk-cache.ts'
import { createImages, type Images, type ImagesOptions } from '../images.ts'
import { imageKey } from '../signature.ts'

const KEY = imageKey('a secret of at least thirty-two characters')
const MERCHANT = 'Maison Calla'

export let db: TestDatabase
export let catalogue: ImageCatalogue
export let images: Images
let folder: string

export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03060' } })

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A merchant's server that answers what the test says, and the paths it was asked for. */
let answer: Answer
export const asked: string[] = []
const merchant = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(response, request)
})
let listening: Listening
export let origin = ''
const outboundFetch = createOutboundFetch({ isAllowed: () => true })
export const answerWith = (next: Answer) => {
  answer = next
}
export const gives = (bytes: Buffer | string, type = 'image/jpeg') => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end(bytes)
}

/** A database, that merchant and the images of its products, for the file that calls it. */
export function withImageMerchant(): void {
  beforeAll(async () => {
    db = await testDatabase('shop')
    catalogue = openImageCatalogue(db.url)
    await catalogue.keepKey(KEY)
    listening = await listen(merchant)
    origin = listening.url
  })
  afterAll(async () => {
    await listening.close()
    await catalogue.close()
    await db.drop()
  })
  beforeEach(async () => {
    asked.length = 0
    await db.pools.owner.query('truncate public.products cascade')
    await db.pools.owner.query('delete from public.merchants')
    await db.pools.owner.query(
      `insert into public.merchants (name, slug, may_store_image) values ($1, 'maison-calla', true), ('Closed', 'closed', false)`,
      [MERCHANT],
    )
    folder = await mkdtemp(join(tmpdir(), 'images-'))
    await reopen()
    gives(await photo(900, 1200).jpeg().toBuffer())
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
}

/** Starts the images anew on the same disk, with other options. */
export async function reopen(options: Partial<ImagesOptions> = {}): Promise<void> {
  images = await open(options)
}

async function open(options: Partial<ImagesOptions> = {}): Promise<Images> {
  const onError = (error: unknown) => {
    throw error
  }
  const cache = await openDiskCache({ folder, maxBytes: 10_000_000, maxAgeMs: 86_400_000, onError })
  return createImages({ key: KEY, catalogue, cache, outboundFetch, log: silentLog, ...options })
}

/** What a visitor's query tells of a new product's image. */
export async function listed(columns: Record<string, unknown> = {}): Promise<string> {
  const row = { merchant_name: MERCHANT, image_url: `${origin}/a.jpg`, ...columns }
  const names = Object.keys(row)
  const { rows } = await db.pools.owner.query<{ id: string }>(
    `insert into public.products (product_name, affiliate_link, ${names.join(', ')})
     values ('Rose Serum', 'https://shop.example/x', ${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return imageOf(rows[0]?.id ?? '')
}

export async function imageOf(id: string): Promise<string> {
  const visitor = await db.pools.asRole('anon').connect()
  try {
    await visitor.query('set role anon')
    const { rows } = await visitor.query<{ picture: string }>(
      'select public.picture(products) as picture from public.products where id = $1',
      [id],
    )
    return rows[0]?.picture ?? ''
  } finally {
    visitor.release(true)
  }
}

export const get = (address: string, headers: Record<string, string> = {}) =>
  images.fetch(new Request(`https://dahlia.example${address}`, { headers }))
