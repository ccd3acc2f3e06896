import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import type { RequestContext } from '../deps.ts'
import { validationFailed } from '../errors.ts'
import { requireUser, type SignedIn } from '../sessions/authenticate.ts'
import { endSessions } from '../sessions/sessions.ts'

const SCOPES = ['global', 'local', 'others'] as const

/** POST /logout?scope=global|local|others */
export async function logOut(context: RequestContext): Promise<Response> {
  const { auth, call } = context.env
  const scope = context.req.query('scope') || 'global'
  const signedIn = await requireUser(context)
  const ending = sessionsToEnd(scope, signedIn)
  await transaction(auth.db, async (tx) => {
    await audit(tx, { action: 'logout', actor: signedIn.user, address: call.clientAddress, now: auth.now() })
    await endSessions(tx, ending)
  })
  return new Response(null, { status: 204 })
}

function sessionsToEnd(scope: string, { user, session }: SignedIn) {
  const userId = user.id
  if (!SCOPES.some((known) => known === scope)) {
    throw validationFailed(`Unsupported logout scope "${scope.slice(0, 32)}": use global, local or others`)
  }
  // A token without a session has none to spare.
  if (!session) return { userId }
  // An application ends what it was granted, never where else its user is signed in.
  const clientId = session.oauth_client_id
  if (scope === 'global') return { userId, clientId }
  return scope === 'local' ? { userId, only: session.id } : { userId, clientId, except: session.id }
}
