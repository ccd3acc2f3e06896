import { FeedError, networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import { type ClientDependencies, createNetworkClient } from '../client.ts'
import { type AmazonCredentials, tokenAddress } from './credentials.ts'
import { type AmazonItem, mapAmazonItem } from './map.ts'
import { createTokenCache } from './token.ts'

/** Where items are asked for; tokens have hosts of their own. */
export const AMAZON_HOST = 'creatorsapi.amazon'
/** As many as one call takes. */
export const ITEMS_A_CALL = 10
const ANSWER_BYTES = 8 * 1024 * 1024
const ANSWER_MS = 30_000

const RESOURCES = [
  'itemInfo.title',
  'itemInfo.byLineInfo',
  'itemInfo.externalIds',
  'offersV2.listings.price',
  'offersV2.listings.availability',
  'offersV2.listings.isBuyBoxWinner',
  'offersV2.listings.type',
]

export interface AmazonOptions extends ClientDependencies {
  credentials: AmazonCredentials
  now?(): number
}

export interface AmazonAnswer {
  items: AmazonItem[]
  /** Asked for, and not given: Amazon tells of an item that is gone beside those that are there. */
  missing: { asin: string; reason: string }[]
}

export interface AmazonClient {
  /** Looks items up, ten a call. Each answer comes as soon as it is there. */
  getItems(asins: readonly string[], signal: AbortSignal): AsyncGenerator<AmazonAnswer>
  /** One page of ten of what the words find, as Amazon orders it; pages count from 1. */
  searchItems(words: string, page: number, signal: AbortSignal): Promise<AmazonItem[]>
}

/** Amazon's Creators API. Keeps its token from call to call. */
export function createAmazonClient(options: AmazonOptions): AmazonClient {
  const { credentials, now = Date.now } = options
  const client = createNetworkClient({
    ...options,
    name: 'Amazon',
    hosts: [AMAZON_HOST, new URL(tokenAddress(credentials.version)).hostname],
    refusedAdvice: 'Check the credential’s id, secret and version',
  })
  const token = createTokenCache({ client, credentials, now })

  async function call(operation: 'getItems' | 'searchItems', asked: object, signal: AbortSignal): Promise<unknown> {
    const authorization = await token.header(signal)
    return client.json(
      {
        url: `https://${AMAZON_HOST}/catalog/v1/${operation}`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'x-marketplace': credentials.marketplace },
        body: JSON.stringify({ partnerTag: credentials.partnerTag, ...asked, resources: RESOURCES }),
        maxBytes: ANSWER_BYTES,
        timeoutMs: ANSWER_MS,
        explain: explainRefusal,
      },
      signal,
    )
  }

  async function callWithToken(...asked: Parameters<typeof call>): Promise<unknown> {
    try {
      return await call(...asked)
    } catch (error) {
      if (!(error instanceof FeedError) || error.code !== 'token_expired') throw error
      token.drop()
      return call(...asked)
    }
  }

  return {
    async *getItems(asins, signal) {
      const wanted = [...new Set(asins)]
      for (let at = 0; at < wanted.length; at += ITEMS_A_CALL) {
        const itemIds = wanted.slice(at, at + ITEMS_A_CALL)
        yield toAnswer(itemIds, await callWithToken('getItems', { itemIds }, signal), credentials.marketplace)
      }
    },
    async searchItems(keywords, itemPage, signal) {
      const asked = { keywords, itemCount: ITEMS_A_CALL, itemPage }
      const answer = await callWithToken('searchItems', asked, signal).catch((error: unknown) => {
        if (error instanceof FeedError && error.code === 'nothing_found') return { errors: [] }
        throw error
      })
      return itemsIn(fieldOf(answer, 'searchResult'), answer, credentials.marketplace)
    },
  }
}

/** Amazon names its reasons; clients have met them at the top and in a list of errors. */
function explainRefusal(status: number, text: string): FeedError | null {
  const answer = parsed(text)
  const errors = fieldOf(answer, 'errors')
  const error = Array.isArray(errors) ? errors[0] : answer
  const reason = textOf(fieldOf(error, 'reason'))
  if (reason === 'TokenExpired') return networkErrors.tokenExpired('Amazon')
  if (reason === 'AssociateNotEligible') return networkErrors.amazonNotEligible()
  if (reason === 'InvalidPartnerTag' || reason === 'InvalidAssociate') return networkErrors.amazonTag()
  return status === 404 ? networkErrors.nothingFound('Amazon') : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function itemsIn(result: unknown, answer: unknown, marketplace: string): AmazonItem[] {
  const given = fieldOf(result, 'items')
  if (!Array.isArray(given) && !Array.isArray(fieldOf(answer, 'errors'))) {
    throw networkErrors.notUnderstood('Amazon', 'its answer has neither items nor errors')
  }
  return (Array.isArray(given) ? given : [])
    .map((item) => mapAmazonItem(item, marketplace))
    .filter((item) => item !== null)
}

function toAnswer(asked: readonly string[], answer: unknown, marketplace: string): AmazonAnswer {
  const errors = fieldOf(answer, 'errors')
  const items = itemsIn(fieldOf(answer, 'itemsResult'), answer, marketplace).filter(({ asin }) => asked.includes(asin))
  const found = new Set(items.map(({ asin }) => asin))
  const missing = asked
    .filter((asin) => !found.has(asin))
    .map((asin) => ({ asin, reason: reasonOf(Array.isArray(errors) ? errors : [], asin) }))
  return { items, missing }
}

/** Amazon names the item in the sentence of its error, and nowhere else. */
function reasonOf(errors: readonly unknown[], asin: string): string {
  const error = errors.find((one) => textOf(fieldOf(one, 'message')).includes(asin))
  const code = textOf(fieldOf(error, 'code'))
  return /^[A-Za-z]{1,60}$/.test(code) ? code : 'not in the answer'
}
