import { createServer, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { listen } from '../../tests/support/listen.ts'
import { imageKey } from './signature.ts'
import {
  answerWith,
  asked,
  catalogue,
  db,
  get,
  gives,
  imageOf,
  images,
  listed,
  origin,
  photo,
  reopen,
  withImageMerchant,
} from './testing/image-merchant.ts'

withImageMerchant()

describe('the address of an image', () => {
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

  test('is found at once after the image was replaced, although we knew another', async () => {
    let now = 1_000_000
    await reopen({ now: () => now })
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
    await reopen({ now: () => now })
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
    await reopen({ key: imageKey('another secret of thirty-two characters') })
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
  await reopen({
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

describe('work', () => {
  test('is done once however many ask, and the shop is asked once for all widths', async () => {
    const address = await listed()
    const ends = ['320.avif', '320.avif', '320.avif', '160.webp', '640.avif']
    const replies = await Promise.all(ends.map((end) => get(`${address}/${end}`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(asked).toHaveLength(1)
    expect(images.stats().made).toBe(3)
  })

  test('of an image that two products share is done once', async () => {
    const [one, two] = [await listed(), await listed()]
    await get(`${one}/320.avif`)
    await get(`${two}/320.avif`)
    expect(images.stats()).toMatchObject({ made: 1, hits: 1 })
  })

  test('survives a restart, and a browser that has it gets no bytes', async () => {
    const address = `${await listed()}/320.avif`
    const first = await get(address)
    answerWith((response) => response.destroy())
    await reopen()
    const etag = first.headers.get('etag') ?? ''
    expect(await (await get(address)).bytes()).toEqual(await first.bytes())
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
    expect(asked).toHaveLength(1)
  })

  test('beyond what can be done in good time is put off', async () => {
    await reopen({ limits: { concurrency: 1, maxWaiting: 1 } })
    const waiting = Promise.withResolvers<ServerResponse>()
    answerWith((response) => waiting.resolve(response))
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
    const jpeg = await photo(400, 400).jpeg().toBuffer()
    await using quick = await listen(createServer((_, response) => response.end(jpeg)))
    const hanging = new Set<ServerResponse>()
    answerWith((response) => hanging.add(response))
    const stuck = []
    for (let i = 0; i < 8; i += 1) stuck.push(get(`${await listed({ image_url: `${origin}/${i}.jpg` })}/320.avif`))
    try {
      const theirs = get(`${await listed({ image_url: `${quick.url}/a.jpg` })}/320.avif`)
      // Not only once the first of the others is given up.
      expect((await Promise.race([theirs, ...stuck])).status).toBe(200)
    } finally {
      answerWith((response) => response.destroy())
      for (const response of hanging) response.destroy()
      await Promise.all(stuck)
    }
  })

  test('for one visitor who asks for everything leaves places to others', async () => {
    const waiting = new Set<ServerResponse>()
    answerWith((response) => waiting.add(response))
    const ends = [160, 320, 480, 640, 960, 1280].flatMap((width) => [`${width}.avif`, `${width}.webp`])
    const replies: Promise<Response>[] = []
    const ask = (path: string, visitor: string) => {
      const reply = images.fetch(new Request(`https://dahlia.example${path}`), visitor)
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
    answerWith((response) => response.end(bytes))
    for (const response of waiting) response.end(bytes)
    expect((await theirs).status).toBe(200)
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect([statuses.filter((it) => it === 200).length, statuses.filter((it) => it === 503).length]).toEqual([100, 20])
  })

  test('waits for the database instead of calling an image missing', async () => {
    const away = { ...catalogue, addressesOf: () => Promise.reject(new Error('away')) }
    await reopen({ catalogue: away })
    expect((await get(`${await listed()}/320.avif`)).status).toBe(503)
  })
})
