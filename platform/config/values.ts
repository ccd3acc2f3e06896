import { z } from 'zod'

/**
 * A section of config.toml: its keys all have defaults, so the whole section may be left out, and a key that it
 * does not know is refused together with the list of those it knows.
 */
export function section<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, { error: (issue) => unknownKeys(issue, Object.keys(shape)) })
}

function unknownKeys(issue: { code: string; input?: unknown; keys?: unknown }, allowed: string[]): string | undefined {
  if (issue.code === 'unrecognized_keys') return `allowed here: ${allowed.join(', ')}`
  if (issue.code === 'invalid_type') return 'must be a section with keys of its own'
  return undefined
}

const SECONDS_PER_UNIT: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }
const DURATION_PART = /(?<!\d)(\d{1,15}(?:\.\d{1,15})?)(ns|us|µs|ms|s|m|h)/g

/** A Go duration ("1s", "1h30m") as seconds. */
export const duration = z
  .string({ error: 'must be a duration in quotes such as "5s", "10m" or "24h"' })
  .transform((text, context) => {
    const parts = [...text.matchAll(DURATION_PART)]
    const whole = parts.map((part) => part[0]).join('')
    if (text === '0') return 0
    if (parts.length === 0 || whole !== text) {
      context.addIssue({ code: 'custom', message: 'must be a duration such as "5s", "10m" or "24h"' })
      return z.NEVER
    }
    return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (SECONDS_PER_UNIT[unit ?? ''] ?? 0), 0)
  })

const SIZE = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i
const POWER_OF_1024: Record<string, number> = { '': 0, k: 1, m: 2, g: 3, t: 4 }

/** A size ("50MiB", "500KB") as bytes. As in the CLI, 1 MB is 1024 KB with or without the i. */
export const byteSize = z
  .union([z.string(), z.number()], { error: 'must be a size such as "50MiB"' })
  .transform((size, context) => {
    const match = SIZE.exec(String(size).trim())
    if (!match) {
      context.addIssue({ code: 'custom', message: 'must be a size such as "50MiB" or "500KB"' })
      return z.NEVER
    }
    return Math.floor(Number(match[1]) * 1024 ** (POWER_OF_1024[(match[2] ?? '').toLowerCase()] ?? 0))
  })

// env(NAME) always yields text, and the CLI reads "5" and "true" in quotes as well.
const number = (input: unknown) => (typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : input)
const truth = (input: unknown) => (input === 'true' ? true : input === 'false' ? false : input)

/** A count, a number of seconds, … : whole and not negative. */
export const count = z.preprocess(
  number,
  z.int({ error: 'must be a whole number' }).nonnegative({ error: 'must not be negative' }),
)
export const port = z.preprocess(
  number,
  z.int({ error: 'must be a port number' }).min(0, 'must be a port number').max(65_535, 'must be a port number'),
)
export const flag = z.preprocess(truth, z.boolean({ error: 'must be true or false' }))
export const text = z.string({ error: 'must be a text in quotes' })
/** A text that must not be printed: named so that whoever shows a config sees what to leave out. */
export const secret = z.string({ error: 'must be a text in quotes' })
export const textList = z.array(text, { error: 'must be a list of texts, such as ["a", "b"]' })
