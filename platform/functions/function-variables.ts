import type { ServiceContext } from '../kernel/service.ts'
import type { FunctionKeys, FunctionSettings } from './handler.ts'

/** What every function of a hosted project finds in its environment, and the project's own secrets. */
export function functionVariables(
  { publicUrl, ownerUrl, tokens }: Pick<ServiceContext, 'publicUrl' | 'ownerUrl' | 'tokens'>,
  { keys, settings = {} }: { keys: FunctionKeys; settings?: FunctionSettings | undefined },
): Record<string, string> {
  const own = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return {
    ...Object.fromEntries(own),
    SUPABASE_URL: publicUrl,
    SUPABASE_ANON_KEY: tokens.forRole('anon'),
    SUPABASE_SERVICE_ROLE_KEY: tokens.forRole('service_role'),
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_JWKS: JSON.stringify(tokens.jwks()),
    SUPABASE_DB_URL: ownerUrl,
    SB_REGION: 'local',
    DENO_DEPLOYMENT_ID: 'local',
  }
}
