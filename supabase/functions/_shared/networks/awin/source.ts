import { createReadStream } from 'node:fs'
import { FeedError, networkErrors } from '../../errors.ts'
import { openFeedFile } from '../../feed-file/open.ts'
import { type ClientDependencies, createNetworkClient, isOnHosts, type NetworkClient, pause } from '../client.ts'
import { type FeedBatch, listKey, type Source } from '../network.ts'
import type { Spool } from '../spool.ts'
import type { AwinCredentials } from './credentials.ts'
import { type AwinList, readFeedList } from './feed-list.ts'
import { awin } from './parse.ts'
import { parseAwinJsonl } from './parse-jsonl.ts'
import { FILE_HOSTS, listRequest } from './requests.ts'

const API_HOST = 'api.awin.com'

/** Two million products, Awin's limit, are some 200 MB packed and 2 GB plain. */
const FEED_BYTES = 4 * 1024 * 1024 * 1024
const FEED_MS = 60 * 60 * 1000
/** Awin allows five requests a minute to its API. */
const API_PAUSE_MS = 12_000
/** Under this share of what Awin says a list holds, it was cut off on the way. */
const MIN_SHARE = 0.8

export interface AwinSourceOptions extends ClientDependencies {
  credentials: AwinCredentials
  spool: Spool
  /** Last Imported of the lists that are published as they are, by programme and list. */
  published: ReadonlyMap<string, string>
  /** Lists that the shop does not take are not fetched. */
  isOff?(programmeId: string, feedId: string): boolean
}

/** All lists of the joined programmes that Awin read anew since we did. A list that fails costs the others nothing. */
export function awinSource(options: AwinSourceOptions): Source {
  const client = createNetworkClient({
    ...options,
    name: 'Awin',
    hosts: [...FILE_HOSTS, API_HOST],
    refusedAdvice: 'Check the data feed key, and the API token where a list is in Google’s format',
  })
  let done = 0
  let current = () => 0
  return {
    id: awin.id,
    linkHosts: awin.linkHosts,
    position: () => done + current(),
    async *read(signal) {
      const lists = await fetchLists(client, options, signal)
      const joined = lists.filter(({ membership }) => membership === 'joined')
      if (joined.length === 0) throw networkErrors.nothingJoined('Awin')
      yield { ...NO_ROWS, programmes: statuses(lists) }
      for (const list of joined) {
        if (options.isOff?.(list.programmeId, list.feedId)) {
          yield { ...NO_ROWS, unchanged: 1 }
          continue
        }
        if (
          list.lastImported !== '' &&
          options.published.get(listKey(list.programmeId, list.feedId)) === list.lastImported
        ) {
          yield { ...NO_ROWS, unchanged: 1 }
          continue
        }
        try {
          const path = await fetchFeed(client, options, list, signal)
          const feed = await openFeedFile({ path, signal })
          current = feed.position
          yield* readList({ list, bytes: feed.bytes, publisherId: options.credentials.publisherId })
          done += feed.position()
          current = () => 0
        } catch (error) {
          if (signal.aborted || !(error instanceof FeedError) || isForAll(error)) throw error
          yield { ...NO_ROWS, failed: [{ name: nameOf(list), reason: error.message }] }
        }
      }
    },
  }
}

const NO_ROWS: FeedBatch = { rows: [], rejected: [], repaired: {} }
const nameOf = ({ merchantName, feedId }: AwinList) => `${merchantName || 'a merchant'} (list ${feedId})`

/** What fails for one list would fail for all: a network that is away, or that refuses our key. */
function isForAll({ code, canPass }: FeedError): boolean {
  return canPass || code === 'credentials_refused'
}

/** A programme is joined when one of its lists says so. */
function statuses(lists: readonly AwinList[]): FeedBatch['programmes'] {
  const told = new Map<string, AwinList['membership']>()
  for (const { programmeId, membership } of lists) {
    if (told.get(programmeId) !== 'joined') told.set(programmeId, membership)
  }
  return [...told].map(([programmeId, status]) => ({ programmeId, status }))
}

async function fetchLists(client: NetworkClient, { credentials, spool }: AwinSourceOptions, signal: AbortSignal) {
  const path =
    (await spool.find('lists')) ??
    (await client.request(listRequest(credentials), ({ body }) => spool.keep('lists', body, signal), signal))
  return readFeedList(createReadStream(path))
}

async function fetchFeed(client: NetworkClient, options: AwinSourceOptions, list: AwinList, signal: AbortSignal) {
  const { credentials, spool, wait = pause } = options
  // Ids come from outside; a file's name takes only plain ones.
  const part = `list-${Buffer.from(listKey(list.programmeId, list.feedId)).toString('base64url').slice(0, 80)}`
  const kept = await spool.find(part)
  if (kept) return kept
  const isApi = isOnHosts(list.url, [API_HOST])
  if (isApi && credentials.apiToken === '') throw networkErrors.tokenMissing(nameOf(list))
  const path = await client.request(
    {
      url: list.url,
      headers: isApi ? { authorization: `Bearer ${credentials.apiToken}` } : {},
      maxBytes: FEED_BYTES,
      timeoutMs: FEED_MS,
    },
    ({ body }) => spool.keep(part, body, signal),
    signal,
  )
  if (isApi) await wait(API_PAUSE_MS, signal)
  return path
}

interface ReadListOptions {
  list: AwinList
  bytes: AsyncIterable<Uint8Array>
  publisherId: string
}

/** The list's rows, and whether they are all: a file that breaks off or falls short proves nothing about what it lacks. */
async function* readList({ list, bytes, publisherId }: ReadListOptions): AsyncGenerator<FeedBatch> {
  const { programmeId, feedId, merchantName, lastImported, products } = list
  const isApi = isOnHosts(list.url, [API_HOST])
  const parse = isApi ? parseAwinJsonl : awin.parse
  let rows = 0
  for await (const batch of parse(bytes, { programmeId, publisherId })) {
    rows += batch.rows.length + batch.rejected.length
    for (const row of batch.rows) {
      // The list's own ids stand for what a file leaves out.
      row.feedId = feedId
      row.programmeId ||= programmeId
      row.merchantName ||= merchantName
    }
    yield batch
  }
  if (products !== null && rows < products * MIN_SHARE) {
    yield { ...NO_ROWS, failed: [{ name: nameOf(list), reason: `it brought ${rows} of ${products} products` }] }
  } else yield { ...NO_ROWS, completed: [{ programmeId, feedId, version: lastImported }] }
}
