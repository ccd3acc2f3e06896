import { delimiter, join } from 'node:path'
import type { Announcement } from '#platform'

/** Address and keys of a running platform under the names that suites and `supabase status --output env` use. */
export function clientEnvironment(platform: Announcement): Record<string, string> {
  const { url, databaseUrl, publishableKey, secretKey, anonKey, serviceRoleKey, jwtSecret } = platform
  const named = {
    URL: url,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    ANON_KEY: anonKey,
    SERVICE_ROLE_KEY: serviceRoleKey,
    JWT_SECRET: jwtSecret,
    DB_URL: databaseUrl,
  }
  const { URL: address, ...status } = named
  const families = Object.entries(platform.services).map(([family, at]) => [`SUPABASE_${family.toUpperCase()}_URL`, at])
  return {
    ...Object.fromEntries(Object.entries(named).map(([name, value]) => [`SUPABASE_${name}`, value])),
    ...status,
    API_URL: address,
    ...Object.fromEntries(families),
  }
}

/** The environment of another project's command: without what npm told this one, with that project's own tools first. */
export function commandEnvironment(env: NodeJS.ProcessEnv, cwd: string, added: Record<string, string>) {
  const kept = Object.entries(env).filter(([name]) => !/^npm_/i.test(name) && name !== 'INIT_CWD')
  const path = `${join(cwd, 'node_modules/.bin')}${delimiter}${env.PATH ?? ''}`
  return { ...Object.fromEntries(kept), ...added, PATH: path }
}
