/** What the platform asks of a logger; pino fits. Fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** For tests and scripts that have nobody to tell. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
