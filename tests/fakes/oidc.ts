/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { listen } from '../support/listen.ts'

export interface OidcAccount {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface OidcServer {
  issuer: string
  clientId: string
  clientSecret: string
  /** Walks a browser through the provider as this account, up to the address it is sent back to. */
  signIn(authorizationUrl: string, account: OidcAccount): Promise<URL>
  /** The same, but the visitor presses Cancel. */
  cancel(authorizationUrl: string): Promise<URL>
  close(): Promise<void>
}

/** A real, certified OpenID Connect provider on a free port. Whoever is named in `signIn` is who signs in. */
export async function startOidcProvider(redirectUris: string[]): Promise<OidcServer> {
  const accounts = new Map<string, OidcAccount>()
  let visitor: OidcAccount | null = null
  const server = createServer()
  const { url: issuer, close } = await listen(server)
  const clientId = 'dahlia'
  const clientSecret = 'a-secret-of-the-tests'

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => accounts.get(id) ?? { sub: id } }),
    scopes: ['openid', 'email', 'profile'],
    // As Google does: the id_token carries the address, for apps that only have that.
    conformIdTokenClaims: false,
    // Seconds; named, because the provider warns about every default.
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  })
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const finish = (result: Record<string, unknown>) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (!visitor) return finish({ error: 'access_denied', error_description: 'The visitor cancelled' })
    if (prompt.name === 'login') return finish({ login: { accountId: visitor.sub } })
    const grant = new provider.Grant({ accountId: session?.accountId ?? visitor.sub, clientId: params.client_id })
    grant.addOIDCScope(params.scope ?? 'openid')
    return finish({ consent: { grantId: await grant.save() } })
  })

  return {
    issuer,
    clientId,
    clientSecret,
    signIn(authorizationUrl, account) {
      accounts.set(account.sub, account)
      visitor = account
      return walk(issuer, authorizationUrl)
    },
    cancel(authorizationUrl) {
      visitor = null
      return walk(issuer, authorizationUrl)
    },
    close,
  }
}

/** A browser that keeps cookies and follows redirects until it is sent away from the provider. */
async function walk(issuer: string, start: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  for (let hop = 0; hop < 12 && url.href.startsWith(issuer); hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const equals = pair.indexOf('=')
      cookies.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    const location = response.headers.get('location')
    if (!location)
      throw new Error(`The provider stopped with ${response.status}: ${(await response.text()).slice(0, 500)}`)
    url = new URL(location, url)
  }
  return url
}
