import { z } from 'zod'
import { readText as readLimited } from '../kernel/body.ts'
import { fittingMetadata } from './accounts/metadata.ts'
import type { RequestContext } from './deps.ts'
import { badJson, validationFailed } from './errors.ts'

/** GoTrue's own limit. */
const MAX_BODY_BYTES = 1_048_576

/** Deeper metadata is an attack on whoever walks through it. */
const MAX_DEPTH = 64

/** A text; absent and null are the empty text, as they are to GoTrue. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
/** Metadata: a JSON object; absent and null are empty. */
export const record = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => fittingMetadata(value ?? {}))
/** Where the client puts the captcha's response. */
export const metaSecurity = z
  .looseObject({ captcha_token: text })
  .nullish()
  .transform((value) => value?.captcha_token ?? '')

/** The fields of every request that sends a code or a link to an address. */
export const addressFields = {
  email: text,
  phone: text,
  channel: text,
  code_challenge: text,
  code_challenge_method: text,
  gotrue_meta_security: metaSecurity,
}

/** Refuses a request that names both a mail address and a phone number. */
export function mustNameOneAddress({ email, phone }: { email: string; phone: string }, place = ''): void {
  if (email !== '' && phone !== '') {
    throw validationFailed(`Only an email address or phone number should be provided${place}`)
  }
}

/** Reads the JSON body with a schema. An empty body is an empty object. Unknown keys are ignored. */
export async function readBody<Schema extends z.ZodType>(
  context: RequestContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const raw = await readText(context)
  const parsed = schema.safeParse(parseJson(raw))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw badJson(issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'unexpected shape')
}

const read = new WeakMap<Request, Promise<string>>()

/** The body, read once: limits are taken when it is there, before anybody looks at what it says. */
export function readText({ req }: RequestContext): Promise<string> {
  const known = read.get(req.raw)
  if (known) return known
  const reading = readLimited(req.raw, MAX_BODY_BYTES)
  read.set(req.raw, reading)
  return reading
}

function parseJson(raw: string): unknown {
  if (raw.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(raw)
  } catch {
    throw badJson('the body is not valid JSON')
  }
  if (!isStorable(value, MAX_DEPTH)) {
    throw badJson('texts must not contain NUL or half characters, and objects must not be nested so deeply')
  }
  return value
}

/** JSON can say what Postgres cannot keep. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key, 0) && isStorable(inner, depth - 1))
}
