import { networkOf } from '../../kernel/client-address.ts'
import type { Rule } from '../../kernel/take-limit.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import { requestLimit } from '../errors.ts'

/**
 * Guesses at one account that are checked, from whatever addresses: a six-digit code stays unguessable for its hour.
 * Right ones are given back, so only wrong ones and those in the air count.
 */
const accountRule: Rule = { amount: 20, seconds: 300, strict: true }
/** An account's owner is let past strangers' guesses where they have signed in within so many days. */
const KNOWN_DAYS = 30
/** Signing in again within so long is not written down again. */
const NEWS_AFTER = '1 day'

export type GuessKind = 'password' | 'code' | 'factor'

export interface Guessed {
  kind: GuessKind
  /** What was typed as the account, or its id: unknown ones are limited like known ones. */
  account: string
  /** Whose account it is, when it is anybody's. */
  userId: string | null
}

/**
 * Takes one of the account's guesses: call before a secret is checked. Throws when none is left. Returns what to call
 * when the guess was right. A network that the account signed in from has guesses of its own, which no stranger uses up.
 */
export async function takeGuess(
  context: RequestContext,
  { kind, account, userId }: Guessed,
): Promise<() => Promise<void>> {
  const { auth, call } = context.env
  const known = await isKnownNetwork(context, userId)
  const key = `guess:${kind}:${account}${known ? `:from:${networkOf(call.clientAddress)}` : ''}`
  if ((await auth.limits.take(key, accountRule)) > 0) throw requestLimit()
  return () => auth.limits.giveBack(key, accountRule)
}

/** Asked for unknown accounts too, so that both cost the same. */
async function isKnownNetwork(context: RequestContext, userId: string | null): Promise<boolean> {
  const { auth } = context.env
  const { rowCount } = await auth.db.query(
    `select from _platform.sign_in_networks
     where user_id = $1 and network = $2 and signed_in_at > $3::timestamptz - interval '${KNOWN_DAYS} days'`,
    [userId, networkDigest(context, userId ?? ''), auth.now()],
  )
  return rowCount === 1
}

/** Remembers where an account signed in from. */
export async function rememberNetwork(context: RequestContext, tx: Queryable, userId: string): Promise<void> {
  const { auth, call } = context.env
  if (call.clientAddress === '') return
  await tx.query(
    `insert into _platform.sign_in_networks as known (user_id, network, signed_in_at) values ($1, $2, $3)
     on conflict (user_id, network) do update set signed_in_at = excluded.signed_in_at
       where known.signed_in_at < excluded.signed_in_at - interval '${NEWS_AFTER}'`,
    [userId, networkDigest(context, userId), auth.now()],
  )
}

function networkDigest(context: RequestContext, userId: string): string {
  const { auth, call } = context.env
  return auth.tokens.fingerprint(`${userId} from ${networkOf(call.clientAddress)}`)
}
