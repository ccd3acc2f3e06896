const REFERENCE = /^env\((\w+)\)$/

export interface Resolved {
  value: unknown
  /** `key: NAME` of every reference whose variable is not set. */
  missing: { path: string; variable: string }[]
}

/**
 * Replaces each `env(NAME)` text by the variable's value. A table with `enabled = false` is left as it is: the
 * CLI's own template refers to variables of providers that nobody has switched on.
 */
export function resolveEnvironment(value: unknown, env: Record<string, string | undefined>, path = ''): Resolved {
  if (typeof value === 'string') return resolveText(value, env, path)
  if (Array.isArray(value)) {
    const items = value.map((item, index) => resolveEnvironment(item, env, `${path}[${index}]`))
    return { value: items.map((item) => item.value), missing: items.flatMap((item) => item.missing) }
  }
  if (!isTable(value) || value.enabled === false) return { value, missing: [] }
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, resolveEnvironment(inner, env, path ? `${path}.${key}` : key)] as const,
  )
  return {
    value: Object.fromEntries(entries.map(([key, inner]) => [key, inner.value])),
    missing: entries.flatMap(([, inner]) => inner.missing),
  }
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
