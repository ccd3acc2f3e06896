import { pino } from 'pino'
import type { Config } from '../boot/config.ts'

/** Whatever a line may carry by accident, a log never shows one of these: as a field, or as a parameter of an address. */
const SECRETS = [
  'access_token',
  'apikey',
  'client_secret',
  'code_verifier',
  'id_token',
  'invite_token',
  'otp',
  'password',
  'provider_refresh_token',
  'provider_token',
  'refresh_token',
  'secret',
  'ticket',
  'token',
  'token_hash',
]
const SECRET_FIELDS = [...SECRETS, 'authorization', 'cookie', '"set-cookie"', 'connectionString']
/** Too common as fields of other things; in an address they let somebody in. */
const SECRET_PARAMETERS = new Set([
  ...SECRETS,
  'api_key',
  'assertion',
  'auth_code',
  'code',
  'nonce',
  'samlresponse',
  'signature',
  'state',
])
/** Parameters of the REST API that say how to read; all others are filters and arguments, whose values may be somebody's. */
const REST_WORDS = new Set(['select', 'columns', 'order', 'limit', 'offset', 'on_conflict'])
const PARAMETER = /([?&#;])([^?&#;=\s]+)=([^&#;\s]*)/g

/** Structured lines on stderr: stdout is for what the operator asked for. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, destination: NodeJS.WritableStream = process.stderr) {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: describeError, url: redactUrl },
      redact: { paths: SECRET_FIELDS.flatMap(everyDepth), censor: '[hidden]' },
    },
    destination,
  )
}

function everyDepth(field: string): string[] {
  const dotted = field.startsWith('"') ? `[${field}]` : `.${field}`
  return [field.startsWith('"') ? `[${field}]` : field, `*${dotted}`, `*.*${dotted}`]
}

/** An address as a log may show it: no token, no password, and of a REST request not what it looks for. */
export function redactUrl(url: unknown): string {
  const text = String(url).slice(0, 2000)
  const isRest = text.includes('/rest/v1/')
  return text
    .replace(PARAMETER, (whole, before, name, value) =>
      isSecret(name, value) || (isRest && !REST_WORDS.has(name)) ? `${before}${name}=[hidden]` : whole,
    )
    .replace(/\/\/[^/@\s]*@/g, '//[hidden]@')
}

/** Names may be percent-encoded, more than once by an attacker, and values may be whole addresses. */
function isSecret(name: string, value: string): boolean {
  const plainName = decoded(name).toLowerCase()
  const names = plainName.split(/[[\].]+/)
  if (names.some((part) => SECRET_PARAMETERS.has(part) || part.startsWith('x-amz-'))) return true
  const plainValue = decoded(value)
  return plainValue !== value && redactUrl(plainValue) !== plainValue
}

/** Deeper encoding than any server undoes is no name of ours. */
const MAX_ENCODINGS = 3

function decoded(text: string): string {
  let plain = text
  for (let times = 0; times < MAX_ENCODINGS && plain.includes('%'); times++) {
    try {
      plain = decodeURIComponent(plain)
    } catch {
      return plain
    }
  }
  return plain
}

function describeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return redactUrl(error)
  // Not every library throws an Error: some hand over its fields, with their own beside them.
  if (!('message' in error)) return `an object with ${Object.keys(error).join(', ') || 'no fields'}`
  const { message } = error
  return {
    type: error instanceof Error ? error.name : 'object',
    message: redactUrl(message),
    ...('code' in error ? { code: error.code } : {}),
    ...('queue' in error ? { queue: error.queue } : {}),
    ...('stack' in error ? { stack: redactUrl(error.stack) } : {}),
    ...('cause' in error && error.cause !== undefined ? { cause: redactUrl(messageOf(error.cause)) } : {}),
    // One for each address of a name; the error around them says nothing itself.
    ...(error instanceof AggregateError ? { errors: error.errors.map((each) => redactUrl(messageOf(each))) } : {}),
  }
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? error.message || error.name : error
}
