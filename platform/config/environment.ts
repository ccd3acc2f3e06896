const REFERENCE = /^env\((\w+)\)$/

export interface Resolved {
  value: unknown
  /** `key: NAME` of every reference whose variable is not set. */
  missing: { path: string; variable: string }[]
}

/**
 * Replaces each `env(NAME)` text by the variable's value. In a table with `enabled = false` a reference without a value
 * is taken out: the CLI's own template refers to variables of providers that nobody has switched on.
 */
export function resolveEnvironment(value: unknown, env: Record<string, string | undefined>, path = ''): Resolved {
  if (typeof value === 'string') return resolveText(value, env, path)
  if (Array.isArray(value)) {
    const items = value.map((item, index) => resolveEnvironment(item, env, `${path}[${index}]`))
    return { value: items.map((item) => item.value), missing: items.flatMap((item) => item.missing) }
  }
  if (!isTable(value)) return { value, missing: [] }
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, resolveEnvironment(inner, env, path ? `${path}.${key}` : key)] as const,
  )
  const resolved = Object.fromEntries(entries.map(([key, inner]) => [key, inner.value]))
  if (isOff(resolved)) {
    const set = entries.filter(([, inner]) => isTable(inner.value) || inner.missing.length === 0)
    return { value: Object.fromEntries(set.map(([key, inner]) => [key, inner.value])), missing: [] }
  }
  return { value: resolved, missing: entries.flatMap(([, inner]) => inner.missing) }
}

/** Whether a table switches its part off; `env(NAME)` yields text. */
export function isOff(value: unknown): boolean {
  return isTable(value) && (value.enabled === false || value.enabled === 'false')
}

function resolveText(value: string, env: Record<string, string | undefined>, path: string): Resolved {
  const variable = REFERENCE.exec(value)?.[1]
  if (!variable) return { value, missing: [] }
  const found = env[variable]
  // As in the CLI an unset secret is a warning and no stop: most configurations never come to use it.
  if (found === undefined) return { value: '', missing: [{ path, variable }] }
  return { value: found, missing: [] }
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
