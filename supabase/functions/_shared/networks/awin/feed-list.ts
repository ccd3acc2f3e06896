import { feedErrors, networkErrors } from '../../errors.ts'
import { type CsvBatch, createCsvReader } from '../../feed-file/csv.ts'
import { toUtf8 } from '../../feed-file/decode.ts'

/** One product list as Awin's list of lists names it. */
export interface AwinList {
  programmeId: string
  merchantName: string
  feedId: string
  membership: 'joined' | 'not_joined' | 'closed'
  /** When Awin last read the merchant's own file; empty where it is not told. */
  lastImported: string
  /** How many products Awin says it has; null where it is not told. */
  products: number | null
  url: string
}

/** The long header has all of these, the short one lacks the count; columns are met by name, their order differs. */
const COLUMNS = [
  ['Advertiser ID'],
  ['Advertiser Name'],
  ['Membership Status'],
  ['Feed ID'],
  ['Last Imported'],
  ['No of products'],
  ['URL'],
] as const
const REQUIRED = [[0], [2], [3], [6]] as const

/** As many as one run may name. */
const MAX_LISTS = 10_000

/** Reads Awin's list of product lists. A list met twice counts once. */
export async function readFeedList(bytes: AsyncIterable<Uint8Array>): Promise<AwinList[]> {
  const reader = createCsvReader({ columns: COLUMNS, required: REQUIRED })
  const lists = new Map<string, AwinList>()
  const take = ({ records }: CsvBatch) => {
    for (const { fields } of records) {
      const list = toList(fields)
      if (list.programmeId !== '' && list.feedId !== '') lists.set(`${list.programmeId}\n${list.feedId}`, list)
    }
  }
  let isFirst = true
  for await (const piece of toUtf8(bytes)) {
    if (isFirst && /^\s*</.test(piece.toString('latin1', 0, 200))) throw networkErrors.webPage('Awin')
    isFirst = false
    take(reader.push(piece))
  }
  take(reader.end())
  const joined = [...lists.values()].filter(({ membership }) => membership === 'joined')
  if (joined.length > MAX_LISTS) throw feedErrors.tooManyFeeds(MAX_LISTS)
  return [...lists.values()]
}

function toList(fields: readonly string[]): AwinList {
  const [programmeId = '', merchantName = '', status = '', feedId = '', lastImported = '', products = '', url = ''] =
    fields.map((text) => text.trim())
  const count = products.replaceAll(/[,.\s]/g, '')
  return {
    programmeId,
    merchantName,
    feedId,
    membership: membershipOf(status),
    lastImported,
    products: /^\d{1,9}$/.test(count) ? Number(count) : null,
    url,
  }
}

/** Awin writes it in several spellings. */
function membershipOf(status: string): AwinList['membership'] {
  if (/^joined$/i.test(status)) return 'joined'
  return /closed/i.test(status) ? 'closed' : 'not_joined'
}
