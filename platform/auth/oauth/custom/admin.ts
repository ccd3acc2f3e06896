import { z } from 'zod'
import { readBody } from '../../body.ts'
import { violatedUniqueIndex } from '../../database.ts'
import type { RequestContext } from '../../deps.ts'
import { AuthError, validationFailed } from '../../errors.ts'
import { requireAdmin } from '../../sessions/authenticate.ts'
import { discovered } from '../provider.ts'
import {
  type CustomProvider,
  type CustomProviderValues,
  deleteCustomProvider,
  findCustomProvider,
  listCustomProviders,
  saveCustomProvider,
} from './store.ts'

const address = z.string().max(2048).startsWith('https://', 'must be an https address').nullish()
const inputSchema = z.looseObject({
  provider_type: z.enum(['oauth2', 'oidc']).optional(),
  identifier: z
    .string()
    .regex(/^custom:[a-z0-9](?:[a-z0-9:-]{0,40}[a-z0-9])?$/, 'must be custom: and lower case letters, digits, hyphens')
    .optional(),
  name: z.string().min(1).max(100).optional(),
  client_id: z.string().min(1).max(512).optional(),
  client_secret: z.string().max(2048).optional(),
  acceptable_client_ids: z.array(z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  custom_claims_allowlist: z.array(z.string()).optional(),
  pkce_enabled: z.boolean().optional(),
  attribute_mapping: z.record(z.string(), z.unknown()).optional(),
  authorization_params: z.record(z.string(), z.string()).optional(),
  enabled: z.boolean().optional(),
  email_optional: z.boolean().optional(),
  issuer: address,
  discovery_url: address,
  skip_nonce_check: z.boolean().optional(),
  authorization_url: address,
  token_url: address,
  userinfo_url: address,
  jwks_uri: address,
})
const bodySchema = z.unknown()

/** GET /admin/custom-providers?type= */
export async function adminListCustomProviders(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const providers = await listCustomProviders(context.env.auth.db, context.req.query('type') ?? '')
  return Response.json({ providers: providers.map(present) })
}

/** POST /admin/custom-providers */
export async function adminCreateCustomProvider(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const values = await readProvider(context, null)
  try {
    const saved = await saveCustomProvider(context.env.auth.db, { values, replace: false, now: context.env.auth.now() })
    return Response.json(present(saved), { status: 201 })
  } catch (error) {
    if (violatedUniqueIndex(error) === null) throw error
    throw new AuthError(422, 'custom_provider_exists', 'A provider with this identifier already exists')
  }
}

/** GET /admin/custom-providers/{identifier} */
export async function adminGetCustomProvider(context: RequestContext): Promise<Response> {
  return Response.json(present(await requireCustomProvider(context)))
}

/** PUT /admin/custom-providers/{identifier}: what is left out stays. */
export async function adminUpdateCustomProvider(context: RequestContext): Promise<Response> {
  const values = await readProvider(context, await requireCustomProvider(context))
  const { auth } = context.env
  return Response.json(present(await saveCustomProvider(auth.db, { values, replace: true, now: auth.now() })))
}

/** DELETE /admin/custom-providers/{identifier} */
export async function adminDeleteCustomProvider(context: RequestContext): Promise<Response> {
  const { identifier } = await requireCustomProvider(context)
  await deleteCustomProvider(context.env.auth.db, identifier)
  return new Response(null, { status: 204 })
}

async function requireCustomProvider(context: RequestContext): Promise<CustomProvider> {
  await requireAdmin(context)
  const provider = await findCustomProvider(context.env.auth.db, context.req.param('identifier') ?? '')
  if (!provider) throw new AuthError(404, 'custom_provider_not_found', 'Custom provider not found')
  return provider
}

/** The body as a whole provider, checked; with discovery for OpenID Connect, so that a mistake shows now. */
async function readProvider(context: RequestContext, present: CustomProvider | null): Promise<CustomProviderValues> {
  const parsed = inputSchema.safeParse(await readBody(context, bodySchema))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw validationFailed(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'is not valid'}`)
  }
  const input = parsed.data
  const values: CustomProviderValues = {
    provider_type: present?.provider_type ?? required('provider_type', input.provider_type),
    identifier: present?.identifier ?? required('identifier', input.identifier),
    name: required('name', input.name ?? present?.name),
    client_id: required('client_id', input.client_id ?? present?.client_id),
    client_secret: required('client_secret', input.client_secret ?? present?.client_secret),
    acceptable_client_ids: input.acceptable_client_ids ?? present?.acceptable_client_ids ?? [],
    scopes: input.scopes ?? present?.scopes ?? [],
    custom_claims_allowlist: input.custom_claims_allowlist ?? present?.custom_claims_allowlist ?? [],
    pkce_enabled: input.pkce_enabled ?? present?.pkce_enabled ?? true,
    attribute_mapping: input.attribute_mapping ?? present?.attribute_mapping ?? {},
    authorization_params: input.authorization_params ?? present?.authorization_params ?? {},
    enabled: input.enabled ?? present?.enabled ?? true,
    email_optional: input.email_optional ?? present?.email_optional ?? false,
    issuer: input.issuer ?? present?.issuer ?? null,
    discovery_url: input.discovery_url ?? present?.discovery_url ?? null,
    skip_nonce_check: input.skip_nonce_check ?? present?.skip_nonce_check ?? false,
    authorization_url: input.authorization_url ?? present?.authorization_url ?? null,
    token_url: input.token_url ?? present?.token_url ?? null,
    userinfo_url: input.userinfo_url ?? present?.userinfo_url ?? null,
    jwks_uri: input.jwks_uri ?? present?.jwks_uri ?? null,
  }
  if (values.provider_type === 'oidc') await requireDiscovery(context, required('issuer', values.issuer))
  else if (!values.authorization_url || !values.token_url || !values.userinfo_url) {
    throw validationFailed('authorization_url, token_url and userinfo_url are required for oauth2 providers')
  }
  return values
}

async function requireDiscovery(context: RequestContext, issuer: string): Promise<void> {
  try {
    await discovered(issuer.replace(/\/$/, ''), context.env.auth.guardedFetch)()
  } catch (error) {
    context.env.auth.log.warn({ err: error, issuer }, 'an issuer could not be discovered')
    throw validationFailed('The issuer’s OpenID Connect discovery document could not be read, or names another issuer')
  }
}

function required<T>(name: string, value: T | null | undefined): T {
  if (value === null || value === undefined) throw validationFailed(`${name} is required`)
  return value
}

/** Never with the secret. */
function present({ client_secret: _, created_at, updated_at, ...provider }: CustomProvider) {
  return { ...provider, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
