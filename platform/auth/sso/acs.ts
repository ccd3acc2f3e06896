import { transaction } from '../../kernel/transaction.ts'
import { audit } from '../accounts/audit.ts'
import { findIdentity, saveIdentity } from '../accounts/identities.ts'
import { createUser, findUserById, isBanned, type User, updateUser } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { readText } from '../body.ts'
import type { Queryable } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  flowStateNotFound,
  relayStateExpired,
  relayStateNotFound,
  samlIdpNotFound,
  samlResponseInvalid,
  signupDisabled,
  ssoProviderDisabled,
  tokenUserGone,
  userBanned,
} from '../errors.ts'
import { allowNewUser } from '../hooks/run-hook.ts'
import { limitAddress } from '../limits/rules.ts'
import { isAllowedRedirect } from '../redirects.ts'
import { audience } from '../sessions/authenticate.ts'
import { findFlowState, finishFlowState } from '../sessions/flow-states.ts'
import { signIn } from '../sessions/sign-in.ts'
import { codeRedirect, sessionRedirect } from '../verify/redirect.ts'
import { personOf, type SsoPerson } from './assertion.ts'
import { SamlRefused } from './saml-thread.ts'
import { ourSide } from './service-provider.ts'
import { requireSaml } from './start.ts'
import { findSsoProvider, findSsoProviderByEntity, type RelayState, type SsoProvider, takeRelayState } from './store.ts'
import type { VerifiedAssertion } from './verify-response.ts'

/** How long somebody may take to sign in at the identity provider; longer than GoTrue's two minutes, for slow typists. */
const RELAY_STATE_MS = 600_000
/** Longer than any assertion is accepted (MAX_ASSERTION_AGE_MS), so that every replay is noticed. */
const REPLAY_SECONDS = 86_400

/** POST /sso/saml/acs: the identity provider's response, carried here by the browser. */
export async function receiveAssertion(context: RequestContext): Promise<Response> {
  requireSaml(context)
  await limitAddress(context, 'sso')
  const { auth } = context.env
  const form = new URLSearchParams(await readText(context))
  const xml = Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString('utf8')
  const relay = await findRelay(context, form.get('RelayState') ?? '')
  const provider = relay.state
    ? await findSsoProvider(auth.db, relay.state.sso_provider_id)
    : await findSsoProviderByEntity(auth.db, await refusing(context, auth.saml.issuer(xml)))
  if (!provider) throw samlIdpNotFound()
  if (provider.disabled) throw ssoProviderDisabled()
  const assertion = await verify(context, { provider, state: relay.state, xml })
  const person = personOf(assertion, provider)
  const sessionNotAfter = assertion.sessionNotAfterMs === null ? null : new Date(assertion.sessionNotAfterMs)
  return transaction(auth.db, (tx) => enter(context, tx, { provider, person, relay, sessionNotAfter }))
}

interface Relay {
  /** Null when the provider began by itself. */
  state: RelayState | null
  target: string
}

async function findRelay(context: RequestContext, relayState: string): Promise<Relay> {
  const { auth } = context.env
  if (!isUuid(relayState)) {
    const allowed = relayState !== '' && isAllowedRedirect(relayState, auth.config)
    return { state: null, target: allowed ? relayState : auth.config.site_url }
  }
  const state = await takeRelayState(auth.db, relayState)
  if (!state) throw relayStateNotFound()
  if (state.created_at.getTime() + RELAY_STATE_MS <= auth.now().getTime()) throw relayStateExpired()
  return { state, target: state.redirect_to || auth.config.site_url }
}

async function verify(
  context: RequestContext,
  { provider, state, xml }: { provider: SsoProvider; state: RelayState | null; xml: string },
): Promise<VerifiedAssertion> {
  const { auth } = context.env
  const { issuer: audienceName, callbackUrl: acsUrl } = ourSide(context)
  const { certificates } = await auth.saml.metadata(provider.metadata_xml)
  const expected = { xml, entityId: provider.entity_id, certificates, audience: audienceName, acsUrl }
  const assertion = await refusing(
    context,
    auth.saml.verify({ ...expected, requestId: state?.request_id ?? null, nowMs: auth.now().getTime() }),
  )
  // No assertion lets anybody in twice.
  const seen = await auth.limits.take(`saml:${provider.id}:${assertion.id}`, { amount: 1, seconds: REPLAY_SECONDS })
  if (seen > 0) throw samlResponseInvalid()
  return assertion
}

/** Why a document was refused is for the log: whoever sent it may be trying. */
async function refusing<T>(context: RequestContext, read: Promise<T>): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof SamlRefused)) throw error
    context.env.auth.log.warn({ err: error }, 'a SAML response was refused')
    throw samlResponseInvalid()
  }
}

interface Entry {
  provider: SsoProvider
  person: SsoPerson
  relay: Relay
  sessionNotAfter: Date | null
}

async function enter(context: RequestContext, tx: Queryable, { provider, person, relay, sessionNotAfter }: Entry) {
  const { auth, call } = context.env
  const now = auth.now()
  const user = await accountOf(context, tx, provider, person)
  const traits = { provider: `sso:${provider.id}` }
  await audit(tx, { action: 'login', actor: user, address: call.clientAddress, now, traits })
  if (relay.state?.flow_state_id) {
    const flow = await findFlowState(tx, relay.state.flow_state_id)
    if (!flow?.auth_code) throw flowStateNotFound()
    await finishFlowState(tx, { id: flow.id, userId: user.id, accessToken: null, refreshToken: null, now })
    return codeRedirect(relay.target, flow.auth_code)
  }
  const { body, session } = await signIn(context, tx, { user, method: 'sso/saml' })
  if (sessionNotAfter) {
    await tx.query('update auth.sessions set not_after = $2 where id = $1', [session.id, sessionNotAfter])
  }
  return sessionRedirect(relay.target, body)
}

/** Accounts of a company's provider are its own: they are never linked to others by their address. */
async function accountOf(
  context: RequestContext,
  tx: Queryable,
  { id }: SsoProvider,
  person: SsoPerson,
): Promise<User> {
  const { auth } = context.env
  const now = auth.now()
  const provider = `sso:${id}`
  const known = await findIdentity(tx, provider, person.subject)
  if (!known && !auth.config.enable_signup) throw signupDisabled()
  const data = {
    ...person.claims,
    sub: person.subject,
    email: person.email,
    email_verified: true,
    phone_verified: false,
  }
  const values = {
    email: person.email,
    email_confirmed_at: now,
    is_sso_user: true,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  }
  const user = known
    ? await findUserById(tx, known.user_id)
    : await createUser(tx, { aud: audience(context), now, values })
  if (!user) throw tokenUserGone()
  if (!known) await allowNewUser(context, tx, user)
  if (isBanned(user, now)) throw userBanned(403)
  await saveIdentity(tx, { userId: user.id, provider, providerId: person.subject, data, now, signedIn: true })
  if (!known) return user
  const raw_user_meta_data = { ...user.raw_user_meta_data, ...data }
  return updateUser(tx, user.id, { email: person.email, raw_user_meta_data }, now)
}
