import { randomUUID } from 'node:crypto'

/** What a proxy in front may send: enough for every known tracer, nothing that could break a log line. */
const ACCEPTABLE = /^[\w.:=+/-]{1,128}$/

/** The id that names a request in responses and logs: the given one, or a new one. */
export function requestIdOf(given: string | string[] | null | undefined): string {
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID()
}
