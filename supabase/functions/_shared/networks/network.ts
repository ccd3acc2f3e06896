import type { Availability } from '../catalogue/availability.ts'

/** A product as a network wrote it: texts untouched, only sorted into our words. */
export interface FeedRow {
  /** Where in the feed it stands, for the person who will look it up. */
  line: number
  programmeId: string
  merchantName: string
  feedId: string
  externalId: string
  name: string
  description: string
  price: string
  /** Further price texts to try where `price` is empty. */
  otherPrice: string
  currency: string
  listPrice: string
  /** What delivery costs, in the price's currency; empty where it is not told. */
  deliveryCost: string
  /** The tracked link. */
  link: string
  /** The merchant's own page of it, not tracked; empty where the network does not tell. */
  merchantPage: string
  image: string
  brand: string
  gtin: string
  availability: Availability
  category: string
  colour: string
  size: string
  group: string
  raw: RawRow
}

/** A row as the source has it: its text, or what was read from it. Only the few that are told become text (`rawText`). */
export type RawRow = string | object

export function rawText(raw: RawRow): string {
  if (typeof raw === 'string') return raw
  return JSON.stringify(raw instanceof Map ? Object.fromEntries(raw) : raw)
}

export interface RejectedRow {
  line: number
  reason: string
  raw: RawRow
}

/** Some rows of a feed: as many as one piece of the file held. */
export interface FeedBatch {
  rows: FeedRow[]
  rejected: RejectedRow[]
  /** How many of the rows were understood in spite of a fault, by fault. */
  repaired: Readonly<Record<string, number>>
  /** Lists whose last row has come; 'all' that were met. Only in these does absence take a product off the shop. */
  completed?: 'all' | readonly CompletedList[]
  /** Lists that could not be read to their end, and why. */
  failed?: readonly FailedList[]
  /** What the operator should know, though everything was read. */
  notes?: readonly string[]
  /** Lists that the network has not renewed since they were published. */
  unchanged?: number
  /** How we stand with programmes, as the network tells it now. */
  programmes?: readonly { programmeId: string; status: 'joined' | 'not_joined' | 'closed' }[]
}

export interface CompletedList {
  programmeId: string
  feedId: string
  /** What tells this edition of it from the next; empty where the network tells nothing. */
  version: string
}

/** A list among all of its network's. */
export const listKey = (programmeId: string, feedId: string): string => `${programmeId}\n${feedId}`

export interface FailedList {
  name: string
  reason: string
}

export interface ParseOptions {
  /** Programme of rows that do not name theirs. */
  programmeId: string | null
  /** Our own id with the network, for links that must be built. */
  publisherId?: string | null
  /** When the file is read: some prices are true for a time. */
  now?: number
}

export type NetworkId = 'amazon' | 'awin' | 'cj' | 'shopify' | 'sovrn' | 'file'

interface Network {
  id: NetworkId
  /** Hosts that its tracked links may point at, subdomains included; null where any merchant's own host is right. */
  linkHosts: readonly string[] | null
}

/** Where a run's rows come from: a file, a network's lists, the pages of an API. */
export interface Source extends Network {
  /** Looks single products up, and may find none. */
  isLookUp?: boolean
  /**
   * The rows, in batches. Failing means that nothing more will come; what was read before is good. With a spool a second
   * reading goes on where the first broke off.
   */
  read(signal: AbortSignal): AsyncGenerator<FeedBatch>
  /** Bytes read so far, for the progress bar. */
  position(): number
}

/** A network whose feeds are files. */
export interface NetworkAdapter extends Network {
  parse(bytes: AsyncIterable<Uint8Array>, options: ParseOptions): AsyncGenerator<FeedBatch>
}
