import { z } from 'zod'
import { expired, policyRefuses } from './errors.ts'

const conditionSchema = z.union([
  z.tuple([z.literal('content-length-range'), z.coerce.number().int().min(0), z.coerce.number().int().min(0)]),
  z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
  z.record(z.string(), z.string()),
])
const policySchema = z.object({ expiration: z.string(), conditions: z.array(conditionSchema).max(200) })

/** Bytes of the policy's JSON. */
const MAX_POLICY = 20_000
/** Fields that the policy need not name: they carry it, or come to nothing. */
const FREE = new Set(['policy', 'x-amz-signature', 'file'])

export interface Allowed {
  /** Bytes of the file. */
  min: number
  max: number
}

/** Whether a form keeps to its signed policy (S3, "POST policy"): every field is named there, and as it is there. */
export function checkPolicy(encoded: string, fields: ReadonlyMap<string, string>, now: Date): Allowed {
  const { expiration, conditions } = readPolicy(encoded)
  const until = Date.parse(expiration)
  if (Number.isNaN(until)) throw policyRefuses('the expiration is no date')
  if (until <= now.getTime()) throw expired()
  const allowed = { min: 0, max: Number.POSITIVE_INFINITY }
  const named = new Set<string>()
  for (const condition of conditions.flatMap(flatten)) {
    if (condition.kind === 'size') {
      allowed.min = Math.max(allowed.min, condition.min)
      allowed.max = Math.min(allowed.max, condition.max)
      continue
    }
    named.add(condition.field)
    const value = fields.get(condition.field) ?? ''
    const holds = condition.kind === 'eq' ? value === condition.value : value.startsWith(condition.value)
    if (!holds) throw policyRefuses(`the field ${condition.field.slice(0, 64)} is not as the policy has it`)
  }
  const extra = [...fields.keys()].find((name) => !named.has(name) && !FREE.has(name) && !name.startsWith('x-ignore-'))
  if (extra !== undefined) throw policyRefuses(`the policy does not name the field ${extra.slice(0, 64)}`)
  // Both say where the file goes: a policy without them would be good for any place.
  if (!named.has('bucket') || !named.has('key')) throw policyRefuses('the policy must name bucket and key')
  return allowed
}

function readPolicy(encoded: string): z.output<typeof policySchema> {
  if (encoded.length > MAX_POLICY) throw policyRefuses('it is too long')
  try {
    return policySchema.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')))
  } catch {
    throw policyRefuses('it is no policy: a JSON object with expiration and conditions, in base64')
  }
}

type Condition =
  | { kind: 'size'; min: number; max: number }
  | { kind: 'eq' | 'starts-with'; field: string; value: string }

function flatten(condition: z.output<typeof conditionSchema>): Condition[] {
  if (!Array.isArray(condition)) {
    return Object.entries(condition).map(([field, value]) => ({ kind: 'eq', field: field.toLowerCase(), value }))
  }
  if (condition[0] === 'content-length-range') return [{ kind: 'size', min: condition[1], max: condition[2] }]
  const [kind, field, value] = condition
  return [{ kind, field: field.slice(1).toLowerCase(), value }]
}
