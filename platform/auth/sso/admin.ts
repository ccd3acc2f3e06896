import { z } from 'zod'
import { transaction } from '../../kernel/transaction.ts'
import { isUuid } from '../addresses.ts'
import { readBody, text } from '../body.ts'
import { violatedUniqueIndex } from '../database.ts'
import type { RequestContext } from '../deps.ts'
import {
  samlEntityMismatch,
  samlIdpExists,
  samlMetadataFetchFailed,
  ssoDomainExists,
  ssoProviderNotFound,
  validationFailed,
} from '../errors.ts'
import { fetchFrom } from '../oauth/provider.ts'
import { requireAdmin } from '../sessions/authenticate.ts'
import type { IdpMetadata } from './idp-metadata.ts'
import { SamlRefused } from './saml-thread.ts'
import {
  findSsoProvider,
  findSsoProviderByResource,
  listSsoProviders,
  type SsoProvider,
  type SsoProviderValues,
  saveSsoProvider,
} from './store.ts'

const mappingSchema = z.object({
  keys: z
    .record(
      z.string(),
      z.object({
        name: z.string().optional(),
        names: z.array(z.string()).optional(),
        default: z.unknown().optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})
const bodySchema = z.looseObject({
  type: text,
  metadata_url: text,
  metadata_xml: text,
  domains: z.array(z.string()).nullish(),
  attribute_mapping: mappingSchema.nullish(),
  name_id_format: text,
  resource_id: z.string().nullish(),
  disabled: z.boolean().nullish(),
})
type Body = z.output<typeof bodySchema>

/** A federation's whole metadata is larger; one provider's is a few kilobytes. */
const MAX_METADATA_BYTES = 500_000
const FETCH_TIMEOUT_MS = 10_000

/** GET /admin/sso/providers */
export async function adminListSsoProviders(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const providers = await listSsoProviders(context.env.auth.db)
  return Response.json({ items: providers.map((provider) => present({ ...provider, metadata_xml: '' })) })
}

/** GET /admin/sso/providers/{id or resource_<id>} */
export async function adminGetSsoProvider(context: RequestContext): Promise<Response> {
  return Response.json(present(await requireProvider(context)))
}

/** POST /admin/sso/providers */
export async function adminCreateSsoProvider(context: RequestContext): Promise<Response> {
  await requireAdmin(context)
  const body = await readBody(context, bodySchema)
  if (body.type !== 'saml') throw validationFailed("Only 'saml' supported for SSO provider type")
  const metadataXml = await readMetadata(context, body)
  if (metadataXml === null) throw validationFailed('Either metadata_xml or metadata_url must be set')
  const saved = await save(context, null, {
    resourceId: body.resource_id || null,
    disabled: body.disabled ?? false,
    entityId: (await parseMetadata(context, metadataXml)).entityId,
    metadataXml,
    metadataUrl: body.metadata_url || null,
    mapping: body.attribute_mapping ?? {},
    nameIdFormat: body.name_id_format || null,
    domains: body.domains ?? [],
  })
  return Response.json(present(saved), { status: 201 })
}

/** PUT /admin/sso/providers/{id}: what is left out stays. */
export async function adminUpdateSsoProvider(context: RequestContext): Promise<Response> {
  const provider = await requireProvider(context)
  const body = await readBody(context, bodySchema)
  const metadataXml = (await readMetadata(context, body)) ?? provider.metadata_xml
  const { entityId } = await parseMetadata(context, metadataXml)
  if (entityId !== provider.entity_id) throw samlEntityMismatch()
  const saved = await save(context, provider.id, {
    resourceId: body.resource_id === undefined ? provider.resource_id : body.resource_id || null,
    disabled: body.disabled ?? provider.disabled,
    entityId,
    metadataXml,
    metadataUrl: body.metadata_url || provider.metadata_url,
    mapping: body.attribute_mapping ?? provider.attribute_mapping ?? {},
    nameIdFormat: body.name_id_format || provider.name_id_format,
    domains: body.domains ?? provider.domains,
  })
  return Response.json(present(saved))
}

/** DELETE /admin/sso/providers/{id}: answers with what was deleted. Its users stay and cannot sign in any more. */
export async function adminDeleteSsoProvider(context: RequestContext): Promise<Response> {
  const provider = await requireProvider(context)
  await context.env.auth.db.query('delete from auth.sso_providers where id = $1', [provider.id])
  return Response.json(present(provider))
}

async function requireProvider(context: RequestContext): Promise<SsoProvider> {
  await requireAdmin(context)
  const { db } = context.env.auth
  const id = context.req.param('id') ?? ''
  const provider = id.startsWith('resource_')
    ? await findSsoProviderByResource(db, id.slice('resource_'.length))
    : isUuid(id)
      ? await findSsoProvider(db, id)
      : null
  if (!provider) throw ssoProviderNotFound()
  return provider
}

async function save(context: RequestContext, id: string | null, values: SsoProviderValues): Promise<SsoProvider> {
  const { auth } = context.env
  try {
    const savedId = await transaction(auth.db, (tx) => saveSsoProvider(tx, { id, values, now: auth.now() }))
    const saved = await findSsoProvider(auth.db, savedId)
    if (!saved) throw ssoProviderNotFound()
    return saved
  } catch (error) {
    const index = violatedUniqueIndex(error)
    if (index === 'saml_providers_entity_id_key') throw samlIdpExists()
    if (index === 'sso_domains_domain_idx') throw ssoDomainExists()
    if (index !== null) throw validationFailed('This resource_id is already used by another SSO provider')
    throw error
  }
}

async function parseMetadata(context: RequestContext, xml: string): Promise<IdpMetadata> {
  try {
    return await context.env.auth.saml.metadata(xml)
  } catch (error) {
    throw error instanceof SamlRefused ? validationFailed(error.message) : error
  }
}

/** The document itself, or what its address serves. Null when the body has neither. */
async function readMetadata(context: RequestContext, { metadata_xml, metadata_url }: Body): Promise<string | null> {
  if (metadata_xml !== '' && metadata_url !== '') {
    throw validationFailed('Only one of metadata_xml or metadata_url needs to be set')
  }
  if (metadata_xml !== '') return metadata_xml
  if (metadata_url === '') return null
  if (URL.parse(metadata_url)?.protocol !== 'https:') throw validationFailed('metadata_url is not a HTTPS URL')
  try {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS)
    const response = await fetchFrom(context.env.auth.guardedFetch)(metadata_url, { signal })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const xml = await response.text()
    if (xml.length > MAX_METADATA_BYTES) throw new Error('the document is too large')
    return xml
  } catch (error) {
    context.env.auth.log.warn({ err: error }, 'SAML metadata could not be fetched')
    throw samlMetadataFetchFailed(metadata_url)
  }
}

function present(provider: SsoProvider) {
  return {
    id: provider.id,
    ...(provider.resource_id ? { resource_id: provider.resource_id } : {}),
    disabled: provider.disabled,
    saml: {
      entity_id: provider.entity_id,
      ...(provider.metadata_xml ? { metadata_xml: provider.metadata_xml } : {}),
      ...(provider.metadata_url ? { metadata_url: provider.metadata_url } : {}),
      attribute_mapping: provider.attribute_mapping ?? {},
      ...(provider.name_id_format ? { name_id_format: provider.name_id_format } : {}),
    },
    domains: provider.domains.map((domain) => ({ domain })),
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  }
}
