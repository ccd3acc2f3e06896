import { z } from 'zod'
import type { RequestContext } from '../deps.ts'
import { oauthServerDisabled, validationFailed } from '../errors.ts'
import type { AuthMethod, OAuthClient, OAuthClientValues } from './clients.ts'

/** Client metadata of RFC 7591, as far as it is kept. */
export const clientSchema = z.looseObject({
  client_name: z.string().max(1024).optional(),
  client_uri: z.string().max(2048).optional(),
  logo_uri: z.string().max(2048).optional(),
  redirect_uris: z.array(z.string()).optional(),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
})
type Input = z.output<typeof clientSchema>

const GRANT_TYPES = ['authorization_code', 'refresh_token']
const AUTH_METHODS: AuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none']
const MAX_REDIRECT_URIS = 10

export function requireOAuthServer(context: RequestContext): void {
  if (!context.env.auth.config.oauth_server.enabled) throw oauthServerDisabled()
}

/** What to store: the input, and for what it leaves out what is there or the default. */
export function readClient(input: Input, present: OAuthClient | null): OAuthClientValues {
  const redirectUris = input.redirect_uris ?? present?.redirect_uris.split(',') ?? []
  if (redirectUris.length === 0) throw validationFailed('redirect_uris is required and must name at least one address')
  if (redirectUris.length > MAX_REDIRECT_URIS) throw validationFailed('redirect_uris names too many addresses')
  for (const uri of redirectUris) requireRedirectUri(uri)
  const grantTypes = input.grant_types ?? present?.grant_types.split(',') ?? GRANT_TYPES
  if (grantTypes.length === 0 || !grantTypes.every((type) => GRANT_TYPES.includes(type))) {
    throw validationFailed(`grant_types may name ${GRANT_TYPES.join(' and ')}`)
  }
  const wanted = input.token_endpoint_auth_method ?? present?.token_endpoint_auth_method ?? 'client_secret_basic'
  const authMethod = AUTH_METHODS.find((method) => method === wanted)
  if (!authMethod) throw validationFailed(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}`)
  if (present && (authMethod === 'none') !== (present.client_type === 'public')) {
    throw validationFailed('A client cannot change between public and confidential: register another')
  }
  return {
    name: input.client_name ?? present?.client_name ?? null,
    uri: readWebAddress('client_uri', input.client_uri) ?? present?.client_uri ?? null,
    logoUri: readWebAddress('logo_uri', input.logo_uri) ?? present?.logo_uri ?? null,
    redirectUris,
    grantTypes,
    authMethod,
  }
}

/** RFC 8252: https, a loopback address, or a scheme that belongs to an app. */
function requireRedirectUri(uri: string): void {
  const url = uri.length <= 2048 && !uri.includes(',') ? URL.parse(uri) : null
  const loopback = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const usable =
    url &&
    url.hash === '' &&
    url.username === '' &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && loopback) ||
      /^[a-z][a-z0-9+-]*\.[a-z0-9.+-]+:$/.test(url.protocol))
  if (!usable) {
    throw validationFailed(
      'redirect_uris must be https addresses, loopback addresses or private schemes, without fragment',
    )
  }
}

function readWebAddress(name: string, text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  if (!['https:', 'http:'].includes(URL.parse(text)?.protocol ?? ''))
    throw validationFailed(`${name} must be a web address`)
  return text
}
