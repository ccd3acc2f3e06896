import { decodeJwt } from 'jose'
import { bearerToken } from '../kernel/bearer.ts'
import { announcedLength, BodyTooLargeError, meterBody, openedWhenRead } from '../kernel/body.ts'
import type { MemoryBudget } from '../kernel/memory-budget.ts'
import { bodyTooLarge, overloaded } from './errors.ts'
import type { Family } from './families.ts'

/** Bytes. Functions and storage have limits of their own (per function, bucket and project) and stream their bodies. */
const BODY_LIMITS: Partial<Record<Family, number>> = {
  // GoTrue's own.
  auth: 1024 * 1024,
  // A bulk insert; parsed as one JSON document in memory.
  rest: 50 * 1024 * 1024,
  // Broadcast batches over HTTP; 3 MB is hosted Supabase's largest payload.
  realtime: 4 * 1024 * 1024,
}

/**
 * Bytes of larger bodies that all requests together may hold. Parsing takes several times as much, and two of the
 * largest bodies at a time are what a machine with 1 GB bears.
 */
export const HELD_BYTES = 128 * 1024 * 1024
/** Bodies up to here are not counted: as many as can be under way at once are few megabytes. */
const UNCOUNTED_BYTES = 64 * 1024

export interface BodyRule {
  /** Bytes that a caller without a token, or with one of the role anon, may send. */
  anonymousBytes: number
  /** The same of a call of a database function: its arguments, which the database works on row by row. */
  anonymousCallBytes: number
  budget: MemoryBudget
}

export interface Admitted {
  body: ReadableStream<Uint8Array> | null
  /** The refusal that the service's response must give way to: it saw nothing but a broken body. */
  refusal(): Response | null
  /** The body is no longer held. */
  release(): void
}

/** The refusal of a body by its announced length, before anything else is looked at. */
export function refuseByLength(request: Request, family: Family): Response | null {
  const limitBytes = BODY_LIMITS[family] ?? Number.POSITIVE_INFINITY
  return (announcedLength(request) ?? 0) > limitBytes ? bodyTooLarge(family, limitBytes) : null
}

/** Lets a body through as far as its sender may fill memory. `authorization`: as the service will see it. */
export function admitBody(
  { family, request, authorization }: { family: Family; request: Request; authorization: string | null },
  rule: BodyRule,
): Admitted | Response {
  // Files go to the disk as they come, once their bucket's policies allowed them.
  if (family === 'storage') return { body: bodyOf(request), refusal: () => null, release() {} }
  const { budget } = rule
  const anonymousBytes = isCall(family, request)
    ? Math.min(rule.anonymousCallBytes, rule.anonymousBytes)
    : rule.anonymousBytes
  const announced = announcedLength(request)
  if (announced !== undefined && announced <= Math.min(UNCOUNTED_BYTES, anonymousBytes)) {
    return { body: bodyOf(request), refusal: () => null, release() {} }
  }
  const anonymous = isAnonymous(authorization)
  const familyBytes = BODY_LIMITS[family] ?? Number.POSITIVE_INFINITY
  const limitBytes = anonymous ? Math.min(familyBytes, anonymousBytes) : familyBytes
  const tooLarge = () => bodyTooLarge(family, limitBytes, anonymous ? ANONYMOUS_HINT : undefined)
  if ((announced ?? 0) > limitBytes) return tooLarge()
  return metered({ family, request, limitBytes, budget, tooLarge })
}

const isCall = (family: Family, { url }: Request) =>
  family === 'rest' && /^\w+:\/\/[^/]*(?:\/rest\/v1)?\/rpc\//.test(url)

const ANONYMOUS_HINT = 'Sign in, or send less at once: requests without a user have a smaller limit.'

interface Metered {
  family: Family
  request: Request
  limitBytes: number
  budget: MemoryBudget
  tooLarge: () => Response
}

/** Counted as it arrives, not as it was announced: a sender who sends nothing shall take nothing from the others. */
function metered({ family, request, limitBytes, budget, tooLarge }: Metered): Admitted {
  const held = budget.open()
  let refused: 'size' | 'memory' | null = null
  const admit = (seenBytes: number, chunkBytes: number) => {
    if (seenBytes > limitBytes) refused = 'size'
    else if (!held.take(chunkBytes)) refused = 'memory'
    if (refused) throw new BodyTooLargeError(limitBytes)
  }
  return {
    body: bodyOf(request, (body) => meterBody(body, admit)),
    refusal() {
      if (refused === null) return null
      return refused === 'size' ? tooLarge() : overloaded(family)
    },
    release: held.release,
  }
}

/**
 * The body as the service shall see it. A sender who waits to be asked for it is asked when the service reads: touching
 * the stream would do so already.
 */
function bodyOf(
  request: Request,
  through: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array> = (body) => body,
): ReadableStream<Uint8Array> | null {
  const open = () => request.body && through(request.body)
  const isAwaited = request.headers.has('expect') && request.method !== 'GET' && request.method !== 'HEAD'
  return isAwaited ? openedWhenRead(open) : open()
}

/** By what the token says of itself: the services check it, and before they read the body. */
function isAnonymous(authorization: string | null): boolean {
  const token = bearerToken(authorization)
  if (token === null) return true
  try {
    const { role } = decodeJwt<{ role?: unknown }>(token)
    return role === undefined || role === null || role === 'anon'
  } catch {
    return true
  }
}
