import type { Service, ServiceContext } from '../kernel/service.ts'
import { createAuthenticator } from './authenticate.ts'
import { createHandler } from './handle.ts'
import { openSchemaCache } from './schema-cache/loader.ts'
import { createTimezones } from './schema-cache/timezones.ts'
import { routedOf } from './target.ts'

/**
 * /rest/v1: PostgREST's contract (v14 as hosted Supabase runs it) over the schemas of `config.api`.
 * A request is parsed, planned against the schema cache, and run as one statement under the caller's role.
 */
export async function createRestService(context: ServiceContext): Promise<Service> {
  const { ownerUrl, config, pools, log } = context
  const schemaCache = openSchemaCache({ ownerUrl, api: config.api, roles: pools.roles, log })
  const handle = createHandler({
    pools: context.pools,
    schemaCache,
    timezones: createTimezones(context.pools.owner),
    authenticate: createAuthenticator(context),
    publicUrl: context.publicUrl,
    log: context.log,
  })
  return {
    fetch: (request, call) => handle(request, call, routedOf(request)),
    read: handle,
    close: () => schemaCache.close(),
  }
}
