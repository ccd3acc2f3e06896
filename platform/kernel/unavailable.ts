/** Seconds after which a client should ask again: the embedded database is back within two to five. */
export const RETRY_AFTER_SECONDS = 2

/**
 * What a client may wait out. `database`: it cannot be reached, is starting or stopping, or has no connection to give.
 * `disk`: there is no room for what the request would write.
 */
export type Outage = 'database' | 'disk'

/** The system codes of a connection that could not be had or was lost. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/** admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections. Class 08 are the connection's own. */
const SERVER_CODES = new Set(['57P01', '57P02', '57P03', '53300'])

/** pg has no code of its own for a session that ended under a query, or a connection that could not be had in time. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** libvips tells in words alone why it could not write an image. */
const NO_ROOM = /system error: (No space left on device|Disk quota exceeded)/

/** Why this failure is nobody's fault, or null when it is somebody's. The one place that knows all the signs. */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null
  // Several addresses of one host were tried, each with its own failure.
  if (error instanceof AggregateError && error.errors.length > 0) return outageOf(error.errors[0])
  const code = 'code' in error ? String(error.code) : ''
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' || NO_ROOM.test(error.message)) return 'disk'
  if (SERVER_CODES.has(code) || /^08\w{3}$/.test(code) || LOST.test(error.message)) return 'database'
  // A missing file has the same code as a missing socket: only a call to connect is the database's.
  if (CONNECTION_CODES.has(code)) return code !== 'ENOENT' || isConnect(error) ? 'database' : null
  // fetch() wraps its failures in a TypeError: those are of another server than the database.
  return error.cause === undefined || error instanceof TypeError ? null : outageOf(error.cause)
}

function isConnect(error: Error): boolean {
  return 'syscall' in error && error.syscall === 'connect'
}

/** In words for whoever reads the response. */
export const OUTAGE_MESSAGES: Record<Outage, string> = {
  database: 'The database cannot be reached at the moment. Please try again shortly.',
  disk: 'The server has no room left on its disk. Its operator must make room before this can be saved.',
}

/** Marks a response as one to ask for again. */
export function withRetryAfter(response: Response): Response {
  response.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  return response
}
