import { gzipSync } from 'node:zlib'
import { generateProduct } from '../../../demo/seed/generate-product.ts'
import { awinCsvHeader, awinCsvRow } from '../../../demo/wire/awin-csv.ts'
import { awinJsonlRow } from '../../../demo/wire/awin-jsonl.ts'
import { zipOf } from '../../../demo/wire/zip.ts'
import { type FakeAnswer, type FakeNetwork, startFakeNetwork } from '../networks/fake-network.ts'

export const FEED_KEY = '0123456789abcdef0123456789abcdef'
export const API_TOKEN = 'b0b0b0b0-c1c1-4d2d-8e3e-f4f4f4f4f4f4'
export const PUBLISHER_ID = '100001'

/** One product list of the fake. Its products are its programme's own. */
export interface FakeList {
  programme: string
  feed: string
  membership?: string
  lastImported?: string
  rows: number
  format?: 'csv' | 'jsonl'
  delimiter?: ',' | ';' | '|' | '\t'
  packing?: 'none' | 'gzip' | 'zip'
  bom?: boolean
  /** In the place of what would be generated. */
  content?: Buffer | string
  /** In the place of the address that Awin would name. */
  url?: string
  /** What the list of lists says, where it lies. */
  products?: string
}

export interface FakeAwin extends FakeNetwork {
  /** The list of lists as some accounts get it, without the later columns. */
  useHeader(header: 'long' | 'short'): void
  /** Makes the list's file anew, after the list was changed. */
  renew(list: FakeList): Promise<void>
}

const LONG =
  'Advertiser ID,Advertiser Name,Primary Region,Membership Status,Feed ID,Feed Name,Language,Vertical,Last Imported,Last Checked,No of products,URL'
const SHORT =
  'Advertiser ID,Advertiser Name,Primary Region,Membership Status,Feed ID,Feed Name,Language,Last Imported,URL'

/** Awin's three ways to product lists, in its formats. */
export async function startFakeAwin(lists: FakeList[]): Promise<FakeAwin> {
  const state: { header: 'long' | 'short' } = { header: 'long' }
  const files = new Map<FakeList, Buffer>()
  for (const list of lists) files.set(list, await fileOf(list))
  const network = await startFakeNetwork({
    hosts: ['productdata.awin.com', 'datafeed.api.productserve.com', 'api.awin.com'],
    answer: ({ url, headers }) => answer(new URL(url), headers.authorization),
  })

  function answer({ host, pathname }: URL, authorization: string | undefined): FakeAnswer {
    if (host === 'api.awin.com') {
      if (authorization !== `Bearer ${API_TOKEN}`) return { status: 401, body: '{"error":"invalid_token"}' }
      if (pathname === `/publishers/${PUBLISHER_ID}/programmes`) return { body: '[]' }
      const [, programme] = /\/awinfeeds\/download\/(\d+)-retail-/.exec(pathname) ?? []
      const list = lists.find((one) => one.programme === programme && one.format === 'jsonl')
      if (!list) return { status: 404, body: '{"message":"Locale not found"}' }
      return { type: 'application/x-ndjson', body: files.get(list) ?? '' }
    }
    if (!pathname.includes(`/apikey/${FEED_KEY}`)) {
      return { status: 403, type: 'text/plain', body: `Invalid API key ${pathname}` }
    }
    if (pathname.startsWith('/datafeed/list/')) return { type: 'text/csv', body: listOfLists(lists, state.header) }
    const [, feed] = /\/fid\/(\w+)\//.exec(pathname) ?? []
    const list = lists.find((one) => one.feed === feed)
    if (!list) return { status: 404, type: 'text/plain', body: 'No such feed' }
    return { type: 'application/octet-stream', body: files.get(list) ?? '' }
  }

  return {
    ...network,
    async renew(list) {
      files.set(list, await fileOf(list))
    },
    useHeader(header) {
      state.header = header
    },
  }
}

function listOfLists(lists: readonly FakeList[], header: 'long' | 'short'): string {
  const lines = lists.map((list) => {
    const { programme, feed, membership = 'Joined', lastImported = '2026-11-20 04:00:00', rows } = list
    const start = [programme, merchantOf(list).name, 'US', membership, feed, 'Default', 'English']
    const end =
      header === 'long' ? ['retail', lastImported, lastImported, list.products ?? String(rows)] : [lastImported]
    return [...start, ...end, list.url ?? urlOf(list)].map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  })
  return `${header === 'long' ? LONG : SHORT}\n${lines.join('\n')}\n`
}

function urlOf({ programme, feed, format = 'csv', packing = 'gzip' }: FakeList): string {
  if (format === 'jsonl') {
    return `https://api.awin.com/publishers/${PUBLISHER_ID}/awinfeeds/download/${programme}-retail-en_US.jsonl`
  }
  return `https://productdata.awin.com/datafeed/download/apikey/${FEED_KEY}/language/en/fid/${feed}/format/csv/compression/${packing}/`
}

const merchantOf = ({ programme, feed }: FakeList) => ({
  ...generateProduct(Number(programme), { seed: 7 }).merchant,
  name: `Merchant ${programme}`,
  programmeId: programme,
  feedId: feed,
})

async function fileOf(list: FakeList): Promise<Buffer> {
  const { rows, format = 'csv', delimiter = ',', packing = 'gzip', bom = false } = list
  if (list.content !== undefined) return Buffer.from(list.content)
  const merchant = merchantOf(list)
  const products = Array.from({ length: rows }, (_, i) => ({ ...generateProduct(i, { seed: 7 }), merchant }))
  if (format === 'jsonl') return Buffer.from(products.map((product) => `${awinJsonlRow(product)}\n`).join(''))
  const lines = [awinCsvHeader({ delimiter }), ...products.map((product) => awinCsvRow(product, { delimiter }))]
  const text = `${bom ? '\uFEFF' : ''}${lines.join('\n')}\n`
  if (packing === 'gzip') return gzipSync(text)
  if (packing === 'none') return Buffer.from(text)
  const pieces = []
  for await (const piece of zipOf(piecesOf(text), 'feed.csv')) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* piecesOf(text: string) {
  yield text
}
