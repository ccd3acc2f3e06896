/** The five call families, by the path the gateway mounts each under. */
export const FAMILIES = ['auth', 'rest', 'storage', 'functions', 'realtime'] as const
export type Family = (typeof FAMILIES)[number]

export function isFamily(name: string): name is Family {
  return FAMILIES.some((family) => family === name)
}

/** '/auth/v1/token' → { family: 'auth', mountPath: '/auth/v1', path: '/token' }; null when no family owns the path. */
export function matchFamily(pathname: string): { family: Family; mountPath: string; path: string } | null {
  const end = pathname.indexOf('/', 1)
  if (end === -1 || !(pathname.startsWith('/v1/', end) || pathname.slice(end) === '/v1')) return null
  const family = pathname.slice(1, end)
  if (!isFamily(family)) return null
  return { family, mountPath: `/${family}/v1`, path: pathname.slice(end + 3) || '/' }
}
