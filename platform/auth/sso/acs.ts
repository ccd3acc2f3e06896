import type { Profile } from '@node-saml/node-saml'
import { audit } from '../accounts/audit.ts'
import { findIdentity, saveIdentity } from '../accounts/identities.ts'
import { createUser, findUserById, isBanned, type User, updateUser } from '../accounts/users.ts'
import { isUuid } from '../addresses.ts'
import { readText } from '../body.ts'
import { type Queryable, transaction } from '../database.ts'
import type { Visit } from '../deps.ts'
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
import { assertionFacts, issuerOf } from './idp-metadata.ts'
import { expectRequest, serviceProvider } from './service-provider.ts'
import { requireSaml } from './start.ts'
import { findSsoProvider, findSsoProviderByEntity, type RelayState, type SsoProvider, takeRelayState } from './store.ts'

/** How long somebody may take to sign in at the identity provider; longer than GoTrue's two minutes, for slow typists. */
const RELAY_STATE_MS = 600_000
/** No assertion is accepted for longer than this, so that remembering it for as long notices every replay. */
const REPLAY_SECONDS = 86_400

/** POST /sso/saml/acs: the identity provider's answer, carried here by the browser. */
export async function receiveAssertion(visit: Visit): Promise<Response> {
  requireSaml(visit)
  await limitAddress(visit, 'sso')
  const { auth } = visit.env
  const form = new URLSearchParams(await readText(visit.req.raw))
  const response = form.get('SAMLResponse') ?? ''
  const relay = await findRelay(visit, form.get('RelayState') ?? '')
  const provider = relay.state
    ? await findSsoProvider(auth.db, relay.state.sso_provider_id)
    : await findSsoProviderByEntity(auth.db, issuerOf(Buffer.from(response, 'base64').toString('utf8')))
  if (!provider) throw samlIdpNotFound()
  if (provider.disabled) throw ssoProviderDisabled()
  const { profile, sessionNotAfter } = await verifyResponse(visit, { provider, state: relay.state, response })
  const person = personOf(profile, provider)
  return transaction(auth.db, (tx) => enter(visit, tx, { provider, person, relay, sessionNotAfter }))
}

interface Relay {
  /** Null when the provider began by itself. */
  state: RelayState | null
  target: string
}

async function findRelay(visit: Visit, relayState: string): Promise<Relay> {
  const { auth } = visit.env
  if (!isUuid(relayState)) {
    const allowed = relayState !== '' && isAllowedRedirect(relayState, auth.config)
    return { state: null, target: allowed ? relayState : auth.config.site_url }
  }
  const state = await takeRelayState(auth.db, relayState)
  if (!state) throw relayStateNotFound()
  if (state.created_at.getTime() + RELAY_STATE_MS <= auth.now().getTime()) throw relayStateExpired()
  return { state, target: state.redirect_to || auth.config.site_url }
}

async function verifyResponse(
  visit: Visit,
  { provider, state, response }: { provider: SsoProvider; state: RelayState | null; response: string },
): Promise<{ profile: Profile; sessionNotAfter: Date | null }> {
  const { auth } = visit.env
  const requests = expectRequest(state?.request_id ?? null, state?.created_at ?? auth.now())
  const saml = serviceProvider(visit, provider, requests)
  const profile = await saml
    .validatePostResponseAsync({ SAMLResponse: response })
    .then((result) => result.profile)
    .catch((error: unknown) => {
      auth.log.warn({ err: error, provider: provider.id }, 'a SAML response was refused')
      return null
    })
  const assertion = profile?.getAssertionXml?.()
  // The library compares the issuer on logout only; here it matters when two providers share a key.
  if (!profile || !assertion || profile.issuer !== provider.entity_id) throw samlResponseInvalid()
  const { id, sessionNotAfter } = assertionFacts(assertion)
  // A request's response must answer it; and no assertion lets anybody in twice.
  if (state && profile.inResponseTo !== state.request_id) throw samlResponseInvalid()
  const seen = await auth.limits.take(`saml:${provider.id}:${id}`, { amount: 1, seconds: REPLAY_SECONDS })
  if (id === '' || seen > 0) throw samlResponseInvalid()
  return { profile, sessionNotAfter }
}

interface Entry {
  provider: SsoProvider
  person: SsoPerson
  relay: Relay
  sessionNotAfter: Date | null
}

async function enter(visit: Visit, tx: Queryable, { provider, person, relay, sessionNotAfter }: Entry) {
  const { auth, call } = visit.env
  const now = auth.now()
  const user = await accountOf(visit, tx, provider, person)
  const traits = { provider: `sso:${provider.id}` }
  await audit(tx, { action: 'login', actor: user, address: call.clientAddress, now, traits })
  if (relay.state?.flow_state_id) {
    const flow = await findFlowState(tx, relay.state.flow_state_id)
    if (!flow?.auth_code) throw flowStateNotFound()
    await finishFlowState(tx, { id: flow.id, userId: user.id, accessToken: null, refreshToken: null, now })
    return codeRedirect(relay.target, flow.auth_code)
  }
  const { body, session } = await signIn(visit, tx, { user, method: 'sso/saml' })
  if (sessionNotAfter) {
    await tx.query('update auth.sessions set not_after = $2 where id = $1', [session.id, sessionNotAfter])
  }
  return sessionRedirect(relay.target, body)
}

/** Accounts of a company's provider are its own: they are never linked to others by their address. */
async function accountOf(visit: Visit, tx: Queryable, { id }: SsoProvider, person: SsoPerson): Promise<User> {
  const { auth } = visit.env
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
    : await createUser(tx, { aud: audience(visit), now, values })
  if (!user) throw tokenUserGone()
  if (!known) await allowNewUser(visit, tx, user)
  if (isBanned(user, now)) throw userBanned(403)
  await saveIdentity(tx, { userId: user.id, provider, providerId: person.subject, data, now, signedIn: true })
  if (!known) return user
  const raw_user_meta_data = { ...user.raw_user_meta_data, ...data }
  return updateUser(tx, user.id, { email: person.email, raw_user_meta_data }, now)
}
