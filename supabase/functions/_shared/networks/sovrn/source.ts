import { readFile } from 'node:fs/promises'
import { parseGtin } from '../../catalogue/gtin.ts'
import { FeedError, networkErrors } from '../../errors.ts'
import { type ClientDependencies, createNetworkClient, type NetworkClient } from '../client.ts'
import type { FeedBatch, FeedRow, RejectedRow, Source } from '../network.ts'
import type { Spool } from '../spool.ts'
import type { SovrnCredentials } from './credentials.ts'
import { mapSovrnOffer } from './map.ts'

const HOST = 'comparisons.sovrn.com'
const LINK_HOSTS = ['redirect.viglink.com', 'sovrn.co']
const ANSWER_BYTES = 4 * 1024 * 1024
const ANSWER_MS = 30_000

export const SOVRN_CLIENT = {
  name: 'Sovrn',
  hosts: [HOST],
  refusedAdvice:
    'Check the site’s API key and the secret key: making a new one ends the old at once, and a site must be approved',
} as const

/** What to look up: a product by its GTIN, or what a saved search finds. */
export type SovrnLookUp = { gtin: string } | { words: string }

export interface SovrnSourceOptions extends ClientDependencies {
  credentials: SovrnCredentials
  spool: Spool
  /** The most wanted first. */
  lookUps: readonly SovrnLookUp[]
}

/** Offers for what is looked up. Whatever is not found is not known to be gone, so no list is ever complete. */
export function sovrnSource(options: SovrnSourceOptions): Source {
  const client = createNetworkClient({ ...options, ...SOVRN_CLIENT })
  let bytes = 0
  return {
    id: 'sovrn',
    linkHosts: LINK_HOSTS,
    isLookUp: true,
    position: () => bytes,
    async *read(signal) {
      bytes = 0
      let line = 0
      for (const [index, lookUp] of options.lookUps.entries()) {
        const kept = await options.spool.find(partOf(index))
        const asked = { client, options, index, lookUp, signal }
        const text = kept ? await readFile(kept, 'utf8') : await fetchOffers(asked).catch(unlessUsedUp)
        if (text === null) {
          const open = options.lookUps.length - index
          yield {
            ...NO_ROWS,
            failed: [{ name: 'Sovrn', reason: `the day's calls are used up; ${open} look-ups wait` }],
          }
          return
        }
        bytes += Buffer.byteLength(text)
        const offers = offersIn(text)
        yield toBatch(offers, { line, gtin: gtinOf(lookUp) })
        line += offers.length
      }
    },
  }
}

function unlessUsedUp(error: unknown): null {
  if (error instanceof FeedError && error.code === 'calls_used_up') return null
  throw error
}

const NO_ROWS: FeedBatch = { rows: [], rejected: [], repaired: {} }
const partOf = (index: number) => `look-up-${index}`
const gtinOf = (lookUp: SovrnLookUp) => ('gtin' in lookUp ? (parseGtin(lookUp.gtin) ?? '') : '')

interface FetchOptions {
  client: NetworkClient
  options: SovrnSourceOptions
  index: number
  lookUp: SovrnLookUp
  signal: AbortSignal
}

async function fetchOffers({ client, options, index, lookUp, signal }: FetchOptions): Promise<string> {
  const text = JSON.stringify(await askSovrn(client, options.credentials, lookUp, signal))
  offersIn(text)
  await options.spool.keep(partOf(index), [Buffer.from(text)], signal)
  return text
}

/** Sovrn's answer to one look-up; no offers where it knows nothing. */
export async function askSovrn(
  client: NetworkClient,
  { siteKey, secretKey, market }: SovrnCredentials,
  lookUp: SovrnLookUp,
  signal: AbortSignal,
): Promise<unknown> {
  const path = `/api/affiliate/v3.5/sites/${encodeURIComponent(siteKey)}/compare/prices/${market}/by/accuracy`
  const query = new URLSearchParams('gtin' in lookUp ? { barcode: lookUp.gtin } : { 'search-keywords': lookUp.words })
  return client
    .json(
      {
        url: `https://${HOST}${path}?${query}`,
        headers: { authorization: `secret ${secretKey}` },
        maxBytes: ANSWER_BYTES,
        timeoutMs: ANSWER_MS,
        // Sovrn says "not found" of a product that nobody offers.
        explain: (status) => (status === 404 ? networkErrors.nothingFound('Sovrn') : null),
      },
      signal,
    )
    .catch((error: unknown) => {
      if (error instanceof FeedError && error.code === 'nothing_found') return []
      throw error
    })
}

function offersIn(text: string): unknown[] {
  const answer: unknown = JSON.parse(text)
  if (!Array.isArray(answer)) throw networkErrors.notUnderstood('Sovrn', 'its answer is no list of offers')
  return answer
}

function toBatch(offers: readonly unknown[], { line, gtin }: { line: number; gtin: string }): FeedBatch {
  const rows: FeedRow[] = []
  const rejected: RejectedRow[] = []
  for (const [index, offer] of offers.entries()) {
    const mapped = mapSovrnOffer(offer, { line: line + index + 1, gtin })
    if ('reason' in mapped) rejected.push(mapped)
    else rows.push(mapped)
  }
  return { rows, rejected, repaired: {} }
}
