import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#platform'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { createOutboundFetch } from '../http/outbound-fetch.ts'
import { type ImageCatalogue, openImageCatalogue } from './catalogue.ts'
import { openDiskCache } from './disk-cache.ts'
import { createImages, type Images, type ImagesOptions } from './images.ts'
import { imageKey } from './signature.ts'

const KEY = imageKey('a secret of at least thirty-two characters')
const SHOP = 'Maison Calla'

let db: TestDatabase
let catalogue: ImageCatalogue
let folder: string
let pictures: Images

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03060' } })

/** A shop that answers what the test says and counts who asked. */
let answer: (response: ServerResponse, request: IncomingMessage) => void
const asked: string[] = []
const shop = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(response, request)
})
let origin = ''
const outboundFetch = createOutboundFetch({ isAllowed: () => true })
const gives = (bytes: Buffer | string, type = 'image/jpeg') => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end(bytes)
}

beforeAll(async () => {
  db = await testDatabase('shop')
  catalogue = openImageCatalogue(db.url)
  await catalogue.keepKey(KEY)
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  shop.close()
  await catalogue.close()
  await db.drop()
})
beforeEach(async () => {
  asked.length = 0
  await db.pools.owner.query('truncate public.products cascade')
  await db.pools.owner.query('delete from public.merchants')
  await db.pools.owner.query(
    `insert into public.merchants (name, slug, may_store_image) values ($1, 'maison-calla', true), ('Closed', 'closed', false)`,
    [SHOP],
  )
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
  pictures = await open()
  gives(await photo(900, 1200).jpeg().toBuffer())
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function open(options: Partial<ImagesOptions> = {}): Promise<Images> {
  const onError = (error: unknown) => {
    throw error
  }
  const cache = await openDiskCache({ folder, maxBytes: 10_000_000, maxAgeMs: 86_400_000, onError })
  return createImages({ key: KEY, catalogue, cache, outboundFetch, log: silentLog, ...options })
}

/** What a visitor's query tells of a new product's image. */
async function listed(columns: Record<string, unknown> = {}): Promise<string> {
  const row = { merchant_name: SHOP, image_url: `${origin}/a.jpg`, ...columns }
  const names = Object.keys(row)
  const { rows } = await db.pools.owner.query<{ id: string }>(
    `insert into public.products (product_name, affiliate_link, ${names.join(', ')})
     values ('Rose Serum', 'https://shop.example/x', ${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return imageOf(rows[0]?.id ?? '')
}

async function imageOf(id: string): Promise<string> {
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

const get = (address: string, headers: Record<string, string> = {}) =>
  pictures.fetch(new Request(`https://dahlia.example${address}`, { headers }))

describe('the address of a picture', () => {
  test('is ours where the shop lets us copy it, and takes any width of the ladder', async () => {
    const address = await listed()
    expect(address).toMatch(/^\/_image\/\d+\/[\w-]{22}$/)
    for (const [end, type, width] of [
      ['320.avif', 'image/avif', 320],
      ['160.webp', 'image/webp', 160],
      // Never wider than it came.
      ['1280.webp', 'image/webp', 900],
    ] as const) {
      const reply = await get(`${address}/${end}`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, type])
      expect(reply.headers.get('cache-control')).toBe('public, max-age=2592000')
      const made = await sharp(await reply.bytes()).metadata()
      expect([made.width, made.format]).toEqual([width, end.endsWith('avif') ? 'heif' : 'webp'])
    }
    expect(asked).toEqual(['/a.jpg'])
  })

  test.each([
    ['of a shop that does not', { merchant_name: 'Closed' }],
    ['of a shop we know nothing of', { merchant_name: 'Nobody' }],
    ['of Amazon, whatever was set', { source: 'amazon' }],
  ])('%s is its own', async (_case, columns) => {
    expect(await listed(columns)).toBe(`${origin}/a.jpg`)
  })

  test('that is ours already stays as it is', async () => {
    expect(await listed({ image_url: '/demo/products/1.svg' })).toBe('/demo/products/1.svg')
  })

  test('is the same among the results of a search', async () => {
    const address = await listed()
    const { rows } = await db.pools.owner.query<{ image_url: string }>(
      `select image_url from public.search_shop('rose serum', 'product')`,
    )
    expect(rows).toEqual([{ image_url: address }])
  })

  test('says nothing for a made-up row: nobody has us sign another address', async () => {
    const [, , id] = (await listed()).split('/')
    const visitor = await db.pools.asRole('anon').connect()
    await visitor.query('set role anon')
    const { rows } = await visitor.query<{ picture: string }>(
      `select public.picture(jsonb_populate_record(products, '{"image_url": "http://169.254.169.254/x"}')) as picture
       from public.products where id = $1`,
      [id],
    )
    visitor.release(true)
    expect(rows[0]?.picture).toBe('http://169.254.169.254/x')
  })

  test('changes with the picture, and the old one is no longer served to who asks first', async () => {
    const before = await listed()
    const [, , id = ''] = before.split('/')
    await db.pools.owner.query('update public.products set image_url = $2 where id = $1', [id, `${origin}/b.jpg`])
    const after = await imageOf(id)
    expect(after).not.toBe(before)
    expect((await get(`${before}/320.avif`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  test('is found at once after the picture was replaced, although we knew another', async () => {
    let now = 1_000_000
    pictures = await open({ now: () => now })
    const before = await listed()
    const [, , id = ''] = before.split('/')
    expect((await get(`${before}/320.avif`)).status).toBe(200)
    await db.pools.owner.query('update public.products set image_url = $2 where id = $1', [id, `${origin}/b.jpg`])
    now += 3_000
    expect((await get(`${await imageOf(id)}/320.avif`)).status).toBe(200)
    expect(asked).toEqual(['/a.jpg', '/b.jpg'])
  })

  test('ends for strangers when its shop takes the permission back', async () => {
    let now = 1_000_000
    pictures = await open({ now: () => now })
    const address = await listed()
    expect((await get(`${address}/320.avif`)).status).toBe(200)
    await db.pools.owner.query('update public.merchants set may_store_image = false')
    now += 600_001
    expect((await get(`${address}/320.avif`)).status).toBe(404)
  })
})

describe('a signature', () => {
  test.each([
    ['forged', (it: string) => (it.startsWith('A') ? 'B' : 'A') + it.slice(1)],
    ['cut off', (it: string) => it.slice(0, -1)],
    [
      'spelt in another way',
      (it: string) => it.slice(0, -1) + ({ A: 'B', Q: 'R', g: 'h', w: 'x' }[it.slice(-1)] ?? ''),
    ],
    ['of nothing', () => ''],
  ])('that is %s opens nothing, and nobody is asked', async (_case, forge) => {
    const [, , id, signature = ''] = (await listed()).split('/')
    const reply = await get(`/_image/${id}/${forge(signature)}/320.avif`)
    expect([reply.status, await reply.text()]).toEqual([404, ''])
    expect(asked).toEqual([])
  })

  test('of another key opens nothing', async () => {
    const address = await listed()
    pictures = await open({ key: imageKey('another secret of thirty-two characters') })
    expect((await get(`${address}/320.avif`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  test('of another product opens nothing', async () => {
    const [, , , signature] = (await listed()).split('/')
    const [, , other] = (await listed({ image_url: `${origin}/b.jpg` })).split('/')
    expect((await get(`/_image/${other}/${signature}/320.avif`)).status).toBe(404)
  })

  test('that is wrong does not keep the database busy', async () => {
    const questions = await countingQuestions()
    const [, , id] = (await listed()).split('/')
    for (const letter of 'abcdef') await get(`/_image/${id}/${letter.repeat(21)}A/320.avif`)
    expect(questions()).toBe(1)
  })

  test('that is guessed costs a question together with all that wait, and drives no real one out of memory', async () => {
    const questions = await countingQuestions()
    const address = await listed()
    expect((await get(`${address}/320.avif`)).status).toBe(200)
    const guess = (id: number) => get(`/_image/${id}/${'a'.repeat(21)}A/320.avif`)
    for (let first = 1_000_000; first < 1_021_000; first += 3000) {
      const replies = await Promise.all(Array.from({ length: 3000 }, (_, index) => guess(first + index)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]))
    }
    // Five hundred ids each: the first asks alone.
    expect(questions()).toBe(1 + 7 * 7)
    expect((await get(`${address}/320.avif`)).status).toBe(200)
    expect(questions()).toBe(1 + 7 * 7)
  })

  test('that is guessed beyond what can be asked is put off', async () => {
    await countingQuestions()
    const guess = (_: unknown, id: number) => get(`/_image/${2_000_000 + id}/${'a'.repeat(21)}A/320.avif`)
    const replies = await Promise.all(Array.from({ length: 5_600 }, guess))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404, 503]))
  })
})

/** Opens the images anew; returns how often the database was asked since. */
async function countingQuestions(): Promise<() => number> {
  let questions = 0
  pictures = await open({
    catalogue: {
      ...catalogue,
      addressesOf(ids: readonly string[]) {
        questions += 1
        return catalogue.addressesOf(ids)
      },
    },
  })
  return () => questions
}

describe('a source', () => {
  const failing = async (end = '320.avif') => {
    const reply = await get(`${await listed()}/${end}`)
    expect([reply.status, await reply.text()]).toEqual([404, ''])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60')
  }

  test.each([
    'http://127.0.0.1/a.jpg',
    'http://localhost/a.jpg',
    'http://169.254.169.254/a.jpg',
    'http://[::1]/a.jpg',
  ])('in our own network is not asked: %s', async (address) => {
    pictures = await open({ outboundFetch: createOutboundFetch() })
    const own = await listed({ image_url: address.replace(/\/a\.jpg$/, `:${new URL(origin).port}/a.jpg`) })
    expect((await get(`${own}/320.avif`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  test.each([
    ['a page', '<!doctype html><title>Not found</title>'],
    [
      'a drawing that may carry script',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['nothing', ''],
    ['a beginning only', '\xff\xd8\xff'],
    ['a document', '%PDF-1.7'],
  ])('that is %s is no picture, whatever the shop calls it', async (_case, body) => {
    gives(Buffer.from(body, 'latin1'), 'image/jpeg')
    await failing()
  })

  test('that only some programs can read is no picture', async () => {
    gives(await photo(400, 400).tiff().toBuffer())
    await failing()
  })

  test('that breaks off is no picture', async () => {
    const jpeg = await photo(2000, 2000).jpeg().toBuffer()
    gives(jpeg.subarray(0, jpeg.length / 2))
    await failing()
  })

  test('with more pixels than a photo has is refused before it is unpacked', async () => {
    gives(await photo(8000, 8000).png({ compressionLevel: 9 }).toBuffer())
    await failing()
  })

  test('with more than ten megabytes is refused', async () => {
    const huge = createOutboundFetch({ isAllowed: () => true, maxBytes: 1e9 })
    pictures = await open({ outboundFetch: huge })
    gives(Buffer.concat([await photo(10, 10).jpeg().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]))
    await failing()
  })

  test.each([404, 403, 500])('that is answered with %i is missing, and not asked for again at once', async (status) => {
    answer = (response) => response.writeHead(status).end()
    let now = 1_000_000
    pictures = await open({ now: () => now })
    const address = await listed()
    for (const end of ['320.avif', '320.avif', '640.webp']) expect((await get(`${address}/${end}`)).status).toBe(404)
    expect(asked).toHaveLength(1)
    gives(await photo(400, 400).png().toBuffer())
    now += 300_001
    expect((await get(`${address}/320.avif`)).status).toBe(200)
  })

  test.each([
    ['png', () => photo(400, 400).png()],
    ['webp', () => photo(400, 400).webp()],
    ['avif', () => photo(400, 400).avif()],
    ['gif', () => photo(400, 400).gif()],
    ['grey', () => photo(400, 400).greyscale().png()],
    ['of four inks', () => photo(400, 400).toColourspace('cmyk').jpeg()],
  ])('may be %s', async (_type, make) => {
    gives(await make().toBuffer(), 'application/octet-stream')
    const reply = await get(`${await listed()}/160.webp`)
    expect(reply.status).toBe(200)
    expect((await sharp(await reply.bytes()).metadata()).width).toBe(160)
  })

  test('loses what it says of its photographer, and stands upright', async () => {
    const named = photo(600, 300).withExif({ IFD0: { Artist: 'Somebody' } })
    gives(await named.withMetadata({ orientation: 6 }).jpeg().toBuffer())
    const reply = await get(`${await listed()}/160.webp`)
    const made = await sharp(await reply.bytes()).metadata()
    expect([made.exif, made.icc, made.orientation, made.width, made.height]).toEqual([
      ...[undefined, undefined, undefined],
      ...[160, 320],
    ])
  })

  test('much taller than wide stays within bounds', async () => {
    gives(await photo(200, 6000).png().toBuffer())
    const made = await sharp(await (await get(`${await listed()}/160.webp`)).bytes()).metadata()
    expect(made.height).toBe(480)
  })

  test('tells its colours to whoever lists it next, unless something shines through', async () => {
    const half = await photo(100, 50).png().toBuffer()
    const two = sharp({ create: { width: 100, height: 100, channels: 3, background: '#3366ff' } })
    gives(
      await two
        .composite([{ input: half, top: 0, left: 0 }])
        .png()
        .toBuffer(),
    )
    const address = await listed()
    await get(`${address}/160.webp`)
    expect(await imageOf(address.split('/')[2] ?? '')).toMatch(new RegExp(`^${address}#[abc]3[5-8][345][5-8][ef]$`))

    gives(
      await sharp({ create: { width: 100, height: 100, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    )
    const clear = await listed({ image_url: `${origin}/clear.png` })
    expect((await get(`${clear}/160.webp`)).status).toBe(200)
    expect(await imageOf(clear.split('/')[2] ?? '')).toBe(clear)
  })
})

describe('work', () => {
  test('is done once however many ask, and the shop is asked once for all widths', async () => {
    const address = await listed()
    const ends = ['320.avif', '320.avif', '320.avif', '160.webp', '640.avif']
    const replies = await Promise.all(ends.map((end) => get(`${address}/${end}`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(asked).toHaveLength(1)
    expect(pictures.stats().made).toBe(3)
  })

  test('of a picture that two products share is done once', async () => {
    const [one, two] = [await listed(), await listed()]
    await get(`${one}/320.avif`)
    await get(`${two}/320.avif`)
    expect(pictures.stats()).toMatchObject({ made: 1, hits: 1 })
  })

  test('survives a restart, and a browser that has it gets no bytes', async () => {
    const address = `${await listed()}/320.avif`
    const first = await get(address)
    answer = (response) => response.destroy()
    pictures = await open()
    const etag = first.headers.get('etag') ?? ''
    expect(await (await get(address)).bytes()).toEqual(await first.bytes())
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
    expect(asked).toHaveLength(1)
  })

  test('beyond what can be done in good time is put off', async () => {
    pictures = await open({ limits: { concurrency: 1, maxWaiting: 1 } })
    const waiting = Promise.withResolvers<ServerResponse>()
    answer = (response) => waiting.resolve(response)
    const addresses = []
    for (const name of 'abc') addresses.push(await listed({ image_url: `${origin}/${name}.jpg` }))
    const replies = addresses.map((address) => get(`${address}/320.avif`))
    const refused = await Promise.race(replies)
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([
      ...[503, '5'],
      'no-store',
    ])
    const jpeg = await photo(400, 400).jpeg().toBuffer()
    gives(jpeg)
    ;(await waiting.promise).end(jpeg)
    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 503])
  })

  test('for a shop whose machine hangs holds up no other shop', async () => {
    const quick = createServer((_, response) => void jpeg.then((bytes) => response.end(bytes)))
    const jpeg = photo(400, 400).jpeg().toBuffer()
    await new Promise<void>((resolve) => quick.listen(0, '127.0.0.1', resolve))
    const address = quick.address()
    const other = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const hanging = new Set<ServerResponse>()
    answer = (response) => hanging.add(response)
    const stuck = []
    for (let i = 0; i < 8; i += 1) stuck.push(get(`${await listed({ image_url: `${origin}/${i}.jpg` })}/320.avif`))
    try {
      const theirs = get(`${await listed({ image_url: `${other}/a.jpg` })}/320.avif`)
      // Not only once the first of the others is given up.
      expect((await Promise.race([theirs, ...stuck])).status).toBe(200)
    } finally {
      answer = (response) => response.destroy()
      for (const response of hanging) response.destroy()
      await Promise.all(stuck)
      quick.close()
    }
  })

  test('for one visitor who asks for everything leaves places to others', async () => {
    const waiting = new Set<ServerResponse>()
    answer = (response) => waiting.add(response)
    const ends = [160, 320, 480, 640, 960, 1280].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    const replies: Promise<Response>[] = []
    const ask = (path: string, visitor: string) => {
      const reply = pictures.fetch(new Request(`https://dahlia.example${path}`), visitor)
      replies.push(reply)
      return reply
    }
    const addresses = []
    for (let i = 0; i < 10; i += 1) addresses.push(await listed({ image_url: `${origin}/${i}.jpg` }))
    const all = addresses.flatMap((address) => ends.map((end) => ask(`${address}/${end}`, '203.0.113.7')))
    expect((await Promise.race(all)).status).toBe(503)
    const other = await listed({ image_url: `${origin}/other.jpg` })
    const theirs = ask(`${other}/160.webp`, '203.0.113.8')
    const bytes = await photo(400, 400).jpeg().toBuffer()
    answer = (response) => response.end(bytes)
    for (const response of waiting) response.end(bytes)
    expect((await theirs).status).toBe(200)
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect([statuses.filter((it) => it === 200).length, statuses.filter((it) => it === 503).length]).toEqual([100, 20])
  })

  test('waits for the database instead of calling a picture missing', async () => {
    const away = { ...catalogue, addressesOf: () => Promise.reject(new Error('away')) }
    pictures = await open({ catalogue: away })
    expect((await get(`${await listed()}/320.avif`)).status).toBe(503)
  })
})
