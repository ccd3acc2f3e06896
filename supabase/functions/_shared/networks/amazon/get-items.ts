import { FeedError, networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import { type ClientDependencies, createNetworkClient, pause } from '../client.ts'
import { type AmazonCredentials, tokenAddress } from './credentials.ts'
import { type AmazonItem, mapAmazonItem } from './map.ts'
import { createTokenCache } from './token.ts'

const HOST = 'creatorsapi.amazon'
/** As many as one call takes. */
const ITEMS_A_CALL = 10
/** One call a second is what every account starts with. */
const CALL_PAUSE_MS = 1000
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
  /**
   * Looks items up, ten a call and one call a second, as many calls as the budget has. Each answer comes as soon as it is
   * there; what the budget did not reach is in none.
   */
  getItems(asins: readonly string[], options: { budget: number; signal: AbortSignal }): AsyncGenerator<AmazonAnswer>
}

/** Amazon's Creators API. Keeps its token from call to call. */
export function createAmazonClient(options: AmazonOptions): AmazonClient {
  const { credentials, now = Date.now, wait = pause } = options
  const client = createNetworkClient({
    ...options,
    name: 'Amazon',
    hosts: [HOST, new URL(tokenAddress(credentials.version)).hostname],
    refusedAdvice: 'Check the credential’s id, secret and version',
  })
  const token = createTokenCache({ client, credentials, now })
  let next = 0

  async function call(asins: readonly string[], signal: AbortSignal): Promise<unknown> {
    const authorization = await token.header(signal)
    const waitMs = next - now()
    if (waitMs > 0) await wait(waitMs, signal)
    next = now() + CALL_PAUSE_MS
    return client.json(
      {
        url: `https://${HOST}/catalog/v1/getItems`,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'x-marketplace': credentials.marketplace },
        body: JSON.stringify({ partnerTag: credentials.partnerTag, itemIds: asins, resources: RESOURCES }),
        maxBytes: ANSWER_BYTES,
        timeoutMs: ANSWER_MS,
        explain: explainRefusal,
      },
      signal,
    )
  }

  async function callWithToken(asins: readonly string[], signal: AbortSignal): Promise<unknown> {
    try {
      return await call(asins, signal)
    } catch (error) {
      if (!(error instanceof FeedError) || error.code !== 'token_expired') throw error
      token.drop()
      return call(asins, signal)
    }
  }

  return {
    async *getItems(asins, { budget, signal }) {
      const wanted = [...new Set(asins)]
      for (let at = 0, calls = 0; at < wanted.length && calls < budget; at += ITEMS_A_CALL, calls++) {
        const asked = wanted.slice(at, at + ITEMS_A_CALL)
        yield toAnswer(asked, await callWithToken(asked, signal), credentials.marketplace)
      }
    },
  }
}

/** Amazon names its reasons; clients have met them at the top and in a list of errors. */
function explainRefusal(_status: number, text: string): FeedError | null {
  const answer = parsed(text)
  const errors = fieldOf(answer, 'errors')
  const error = Array.isArray(errors) ? errors[0] : answer
  const reason = textOf(fieldOf(error, 'reason'))
  if (reason === 'TokenExpired') return networkErrors.tokenExpired('Amazon')
  if (reason === 'AssociateNotEligible') return networkErrors.amazonNotEligible()
  if (reason === 'InvalidPartnerTag' || reason === 'InvalidAssociate') return networkErrors.amazonTag()
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toAnswer(asked: readonly string[], answer: unknown, marketplace: string): AmazonAnswer {
  const given = fieldOf(fieldOf(answer, 'itemsResult'), 'items')
  const errors = fieldOf(answer, 'errors')
  if (!Array.isArray(given) && !Array.isArray(errors)) {
    throw networkErrors.notUnderstood('Amazon', 'its answer has neither items nor errors')
  }
  const items = (Array.isArray(given) ? given : [])
    .map((item) => mapAmazonItem(item, marketplace))
    .filter((item) => item !== null && asked.includes(item.asin))
    .filter((item) => item !== null)
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
