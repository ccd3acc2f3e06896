import { invalidPreferences } from '../errors.ts'

export interface Preferences {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  return: 'representation' | 'minimal' | 'headers-only' | null
  count: 'exact' | 'planned' | 'estimated' | null
  tx: 'commit' | 'rollback' | null
  missing: 'default' | 'null' | null
  handling: 'strict' | 'lenient' | null
  timezone: string | null
  maxAffected: number | null
  invalid: string[]
}

const CHOICES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  missing: ['default', 'null'],
  handling: ['strict', 'lenient'],
} as const

type ChoiceName = keyof typeof CHOICES

/** Reads the Prefer header; of several values for one preference the first counts. */
export function parsePreferences(header: string | null, allowTx: boolean): Preferences {
  const items = (header ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  const timezone = firstValue(items, 'timezone=')
  const maxAffected = firstValue(items, 'max-affected=')
  return {
    resolution: choose(items, 'resolution', CHOICES.resolution),
    return: choose(items, 'return', CHOICES.return),
    count: choose(items, 'count', CHOICES.count),
    tx: allowTx ? choose(items, 'tx', CHOICES.tx) : null,
    missing: choose(items, 'missing', CHOICES.missing),
    handling: choose(items, 'handling', CHOICES.handling),
    timezone: timezone ?? null,
    maxAffected: maxAffected !== undefined && /^\d{1,15}$/.test(maxAffected) ? Number(maxAffected) : null,
    invalid: items.filter((item) => !isKnown(item)),
  }
}

function firstValue(items: readonly string[], prefix: string): string | undefined {
  return items.find((item) => item.startsWith(prefix))?.slice(prefix.length)
}

function choose<Choice extends string>(
  items: readonly string[],
  name: ChoiceName,
  choices: readonly Choice[],
): Choice | null {
  for (const item of items) {
    const found = choices.find((choice) => item === `${name}=${choice}`)
    if (found) return found
  }
  return null
}

function isKnown(item: string): boolean {
  if (item.startsWith('timezone=') || item.startsWith('max-affected=')) return true
  const [name, value] = item.split('=')
  return Object.entries(CHOICES).some(([known, choices]) => known === name && choices.some((one) => one === value))
}

export function requireValid({ invalid, handling }: Preferences): void {
  if (handling === 'strict' && invalid.length > 0) throw invalidPreferences(invalid)
}

/** Value of Preference-Applied, or null when nothing was applied. */
export function appliedPreferences(applied: Partial<Preferences>): string | null {
  const parts: string[] = []
  for (const name of ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const) {
    const value = applied[name]
    if (value !== null && value !== undefined) parts.push(`${name}=${value}`)
  }
  if (applied.handling === 'strict' && applied.maxAffected != null) parts.push(`max-affected=${applied.maxAffected}`)
  return parts.length === 0 ? null : parts.join(', ')
}
