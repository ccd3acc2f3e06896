import { LRUCache } from 'lru-cache'
import type { ImageCatalogue } from './catalogue.ts'
import { refuse } from './encoders.ts'
import type { ImagePath } from './image-path.ts'
import type { ImageKey } from './signature.ts'

export interface AddressesOptions {
  key: Pick<ImageKey, 'isSigned'>
  catalogue: Pick<ImageCatalogue, 'addressesOf'>
  now: () => number
}

/** A shop that forbids copying, or an image that was replaced, is noticed after this by an address somebody still has. */
const ALLOWED_FOR_MS = 600_000
/** How soon the database is asked of the same product again when a signature is not of the image we know. */
const ASK_AGAIN_MS = 2_000
/** Some megabytes of memory, and more products than are looked at in the times above. */
const MAX_REMEMBERED = 20_000
/** Ids in one question: a millisecond of the database's time. */
const IDS_PER_QUESTION = 500
/** Ids that wait for the question before theirs. Nobody looks at as many pages; whoever guesses ids is put off. */
const MAX_WAITING = 5_000

/**
 * Where images are. Whoever guesses ids or signatures costs the database one question at a time whatever their number, and
 * what is learnt of guesses is remembered apart: it never drives out the images that visitors look at.
 */
export function createAddresses({ key, catalogue, now }: AddressesOptions) {
  const signed = new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: ALLOWED_FOR_MS, ...clock(now) })
  const guessed = new LRUCache<string, { address: string | null }>({
    ...{ max: MAX_REMEMBERED, ttl: ASK_AGAIN_MS },
    ...clock(now),
  })
  const lookUp = createLookUp(catalogue)

  /** Where the image is, null unless the catalogue says so, its shop allows it and the signature is right. */
  return async function addressOf({ productId, signature }: ImagePath): Promise<string | null> {
    const isRight = (address: string | null | undefined): address is string =>
      typeof address === 'string' && key.isSigned(address, signature)
    const known = signed.get(productId)
    if (isRight(known)) return known
    // It may have another image since; whoever guesses may ask the database that often and no more.
    const asked = guessed.get(productId) ?? { address: await lookUp(productId) }
    if (isRight(asked.address)) {
      signed.set(productId, asked.address)
      return asked.address
    }
    if (!guessed.has(productId)) guessed.set(productId, asked)
    return null
  }
}

/** Asks of all that are wanted meanwhile in one question, one question after the other. */
function createLookUp({ addressesOf }: Pick<ImageCatalogue, 'addressesOf'>) {
  const waiting = new Map<string, PromiseWithResolvers<string | null>>()
  let isAsking = false

  async function ask() {
    isAsking = true
    while (waiting.size > 0) {
      const asked = [...waiting].slice(0, IDS_PER_QUESTION)
      for (const [id] of asked) waiting.delete(id)
      try {
        const found = await addressesOf(asked.map(([id]) => id))
        for (const [id, { resolve }] of asked) resolve(found.get(id) ?? null)
      } catch (error) {
        for (const [, { reject }] of asked) reject(error)
      }
    }
    isAsking = false
  }

  return function lookUp(id: string): Promise<string | null> {
    const before = waiting.get(id)
    if (before) return before.promise
    if (waiting.size >= MAX_WAITING) return Promise.reject(refuse())
    const own = Promise.withResolvers<string | null>()
    waiting.set(id, own)
    if (!isAsking) void ask()
    return own.promise
  }
}

const clock = (now: () => number) => ({ ttlResolution: 0, perf: { now } })
