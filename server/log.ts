import { pino } from 'pino'
import type { Config } from './config.ts'

/** Whatever a line may carry by accident, a log never shows one of these. */
const SECRET_FIELDS = [
  'authorization',
  'apikey',
  'cookie',
  '"set-cookie"',
  'password',
  'secret',
  'token',
  'access_token',
  'refresh_token',
  'connectionString',
]

const SECRET_PARAMETER =
  /([?&#;](?:access_token|refresh_token|token|token_hash|apikey|api_key|code|code_verifier|password|secret|signature|x-amz-[\w-]+|state)=)[^&#;\s]*/gi

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

/** An address as a log may show it: no token, no password. */
export function redactUrl(url: unknown): string {
  return String(url)
    .slice(0, 2000)
    .replace(SECRET_PARAMETER, '$1[hidden]')
    .replace(/\/\/[^/@\s]*@/g, '//[hidden]@')
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return redactUrl(error)
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: redactUrl(message),
    ...('code' in error ? { code: error.code } : {}),
    stack: redactUrl(stack),
    ...(cause === undefined ? {} : { cause: redactUrl(cause instanceof Error ? cause.message : cause) }),
  }
}
