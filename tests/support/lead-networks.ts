/**
 * For a process that is otherwise as operators start it, server and worker alike: `NODE_OPTIONS=--import=<this file>`, with
 * FAKE_NETWORKS saying which hosts lead where: `{"ads.api.cj.com": "http://127.0.0.1:7001"}`.
 */
import { registerHooks } from 'node:module'

const LED = new URL('../fakes/networks/led-safe-fetch.ts', import.meta.url).href
const TESTS = new URL('../', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isWayOut = found.url.endsWith('/supabase/functions/_shared/safe-fetch.ts')
    return isWayOut && !context.parentURL?.startsWith(TESTS) ? { ...found, url: LED } : found
  },
})
