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
  raw: string
}

export interface RejectedRow {
  line: number
  reason: string
  raw: string
}

/** Some rows of a feed: as many as one piece of the file held. */
export interface FeedBatch {
  rows: FeedRow[]
  rejected: RejectedRow[]
  /** How many of the rows were understood in spite of a fault, by fault. */
  repaired: Readonly<Record<string, number>>
}

export interface ParseOptions {
  /** Programme of rows that do not name theirs. */
  programmeId: string | null
  /** Our own id with the network, for links that must be built. */
  publisherId?: string | null
}

/** What a network contributes; everything after it is the same for all. */
export interface NetworkAdapter {
  id: 'awin'
  /** Hosts that its tracked links may point at, subdomains included. */
  linkHosts: readonly string[]
  parse(bytes: AsyncIterable<Uint8Array>, options: ParseOptions): AsyncGenerator<FeedBatch>
}
