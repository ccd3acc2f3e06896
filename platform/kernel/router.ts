import { type Context, Hono } from 'hono'
import type { Call } from './service.ts'

export interface RouterEnv<Parts extends object> {
  Bindings: Parts & { call: Call }
  Variables: {
    /** What policies are told of the call; set by services that tell them anything. */
    operation: string
  }
}

/** One request on its way through a service: Hono's context with the gateway's call and the service's own parts as `env`. */
export type RequestContext<Parts extends object> = Context<RouterEnv<Parts>>

export type Router<Parts extends object> = Hono<RouterEnv<Parts>>

/** No pattern of a strict service takes a line break, which no URL has in it. */
const UNROUTABLE = '\n'

/**
 * The router of auth, storage and realtime. HEAD is dispatched like GET, as Hono does; `context.req.method` says which one it was.
 * `strict`: a path that is not percent-encoded UTF-8 matches nothing; otherwise such a parameter is taken as it is.
 */
export function createRouter<Parts extends object>({ strict = false } = {}): Router<Parts> {
  return new Hono<RouterEnv<Parts>>({
    getPath(request) {
      const path = new URL(request.url).pathname
      return strict && !isDecodable(path) ? UNROUTABLE : path
    },
  })
}

/** Whether a path is percent-encoded UTF-8. */
export function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** A path parameter that the matched route is known to have, percent-decoded. */
export function pathParam<Parts extends object>(context: RequestContext<Parts>, name: string): string {
  const value = context.req.param(name)
  if (value === undefined) throw new Error(`The route has no parameter ${name}.`)
  return value
}
