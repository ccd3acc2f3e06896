import type { RequestContext } from '../deps.ts'
import { recentProofNeeded } from '../errors.ts'
import type { SignedIn } from './authenticate.ts'
import { authenticationMethods } from './sessions.ts'

/**
 * Before a change of how the account is entered: whoever finds a signed-in browser must not make a proof of their own for
 * the next time. Asks for nothing where `[platform] recent_proof` is 0, of anonymous users, who have nothing to prove it
 * with, and of tokens without a session, which an operator signed.
 */
export async function requireRecentProof(context: RequestContext, signedIn: SignedIn): Promise<void> {
  if (!(await isRecentlyProved(context, signedIn))) throw recentProofNeeded()
}

export async function isRecentlyProved({ env }: RequestContext, { user, session }: SignedIn): Promise<boolean> {
  const { auth } = env
  if (auth.recentProofSeconds === 0 || user.is_anonymous || !session) return true
  const [newest] = await authenticationMethods(auth.db, session.id)
  const age = newest ? auth.now().getTime() - newest.at.getTime() : Number.POSITIVE_INFINITY
  return age <= auth.recentProofSeconds * 1000
}
