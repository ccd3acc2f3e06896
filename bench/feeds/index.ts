import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import { generateProduct } from '../../demo/seed/generate-product.ts'
import { awinJsonlRow } from '../../demo/wire/awin-jsonl.ts'
import { cjPage } from '../../demo/wire/cj.ts'
import { parseAwinJsonl } from '../../supabase/functions/_shared/networks/awin/parse-jsonl.ts'
import { cjSource } from '../../supabase/functions/_shared/networks/cj/source.ts'
import { ownFileSource } from '../../supabase/functions/_shared/networks/file/source.ts'
import type { FeedBatch } from '../../supabase/functions/_shared/networks/network.ts'
import { openSpool } from '../../supabase/functions/_shared/networks/spool.ts'
import type { safeFetch } from '../../supabase/functions/_shared/safe-fetch.ts'

/** A smaller number is for trying the bench out. */
const ROWS = Number(process.env.BENCH_FEEDS_ROWS ?? 50_000)
const ROUNDS = 5
const PIECE_BYTES = 64 * 1024
const CJ_PAGE = 1000

/**
 * From a network's bytes to rows, without the database: the processor's time of the bare parser over ours, on the same bytes.
 * Processor's time, so that what else the machine does changes little.
 */
export async function run(): Promise<Record<string, number>> {
  const products = Array.from({ length: ROWS }, (_, i) => generateProduct(i, { seed: 1 }))
  return {
    'feeds/jsonl': await jsonl(products),
    'feeds/cj': await cj(products),
    'feeds/xml': await xml(products),
  }
}

type Products = ReturnType<typeof generateProduct>[]

async function jsonl(products: Products): Promise<number> {
  const bytes = Buffer.from(products.map((product) => `${awinJsonlRow(product)}\n`).join(''))
  return ratioOf('JSONL', {
    async bare() {
      let rest = ''
      let rows = 0
      const decoder = new TextDecoder()
      for await (const piece of piecesOf(bytes)) {
        const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          JSON.parse(line)
          rows++
        }
      }
      return rows
    },
    ours: () => countRows(parseAwinJsonl(piecesOf(bytes), { programmeId: null, publisherId: '1' })),
  })
}

async function cj(products: Products): Promise<number> {
  const pages = Array.from({ length: Math.ceil(ROWS / CJ_PAGE) }, (_, index) => {
    const next = (index + 1) * CJ_PAGE < ROWS ? String(index + 1) : null
    return Buffer.from(cjPage(products.slice(index * CJ_PAGE, (index + 1) * CJ_PAGE), { total: ROWS, next }))
  })
  const credentials = { accessToken: 'a', companyId: '1', websiteId: '1' }
  return ratioOf('CJ', {
    async bare() {
      let rows = 0
      for (const page of pages) {
        const pieces: Uint8Array[] = []
        for await (const piece of piecesOf(page)) pieces.push(piece)
        const { data }: { data: { products: { resultList: unknown[] } } } = JSON.parse(Buffer.concat(pieces).toString())
        rows += data.products.resultList.length
      }
      return rows
    },
    async ours() {
      const folder = await mkdtemp(join(tmpdir(), 'dahlia-bench-feeds-'))
      try {
        const spool = await openSpool(folder)
        const source = cjSource({ credentials, spool, fetch: servedFrom(pages) })
        return await countRows(source.read(new AbortController().signal))
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  })
}

/** Pages by their offset, then by their cursor, as CJ hands them out. */
function servedFrom(pages: readonly Buffer[]): typeof safeFetch {
  let index = 0
  return async (url) => {
    const page = pages[index++] ?? Buffer.alloc(0)
    return { status: 200, headers: {}, url, body: piecesOf(page) }
  }
}

async function xml(products: Products): Promise<number> {
  const items = products.map(
    ({ sku, name, description, priceCents, brand }) =>
      `<item><g:id>${sku}</g:id><title>${escaped(name)}</title><link>https://shop.example/${sku}</link>` +
      `<description><![CDATA[${description}]]></description><g:brand>${escaped(brand ?? '')}</g:brand>` +
      `<g:price currency="USD">${(priceCents / 100).toFixed(2)}</g:price><g:availability>in stock</g:availability></item>\n`,
  )
  const bytes = Buffer.from(`<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join('')}</channel></rss>`)
  const mapping = {
    ...{ external_id: 'g:id', product_name: 'title', affiliate_link: 'link', price: 'g:price', brand: 'g:brand' },
    ...{ currency: 'g:price@currency', description: 'description', availability: 'g:availability' },
  }
  return ratioOf('XML', {
    async bare() {
      const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
      let rows = 0
      parser.on('text', () => {})
      parser.on('cdata', () => {})
      parser.on('closetag', ({ name }) => {
        if (name === 'item') rows++
      })
      const decoder = new TextDecoder()
      for await (const piece of piecesOf(bytes)) parser.write(decoder.decode(piece, { stream: true }))
      parser.close()
      return rows
    },
    ours() {
      const feed = { bytes: piecesOf(bytes), size: bytes.length, position: () => 0 }
      const merchant = { name: 'Shop', programmeId: 'shop', feedId: '' }
      return countRows(ownFileSource({ feed, mapping, merchant }).read(new AbortController().signal))
    },
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Pair {
  bare(): Promise<number>
  ours(): Promise<number>
}

/** In turns; the first of each warms up and is not counted. */
async function ratioOf(name: string, { bare, ours }: Pair): Promise<number> {
  const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const measured = { bare: await cost(bare), ours: await cost(ours) }
    if (round === 0) continue
    times.bare.push(measured.bare)
    times.ours.push(measured.ours)
  }
  const [plain, own] = [median(times.bare), median(times.ours)]
  console.log(`${name}: ${ROWS} rows, bare ${plain.toFixed(0)} ms, ours ${own.toFixed(0)} ms of the processor`)
  return plain / own
}

async function cost(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage()
  const rows = await work()
  const { user, system } = process.cpuUsage(before)
  if (rows !== ROWS) throw new Error(`${rows} rows instead of ${ROWS} were read.`)
  return (user + system) / 1000
}

async function countRows(batches: AsyncIterable<FeedBatch>): Promise<number> {
  let rows = 0
  for await (const batch of batches) rows += batch.rows.length
  return rows
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
