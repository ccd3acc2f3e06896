import { firstRequests } from './first-requests.ts'
import { sessionKey, storedToken } from './session-key.ts'

/**
 * A file of its own, a few kilobytes: it asks for the first screen's data with the stored session while the app's
 * script is still on its way. The app's client then takes these responses instead of asking again.
 */

interface Begun {
  response: Promise<Response>
  authorization: string
  startedAt: number
}

/** What is older was asked for by an app that came late: it asks anew. */
const FRESH_MS = 10_000

const begun = new Map<string, Begun>()

const meta = (name: string): string | null =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null

export const publishableKey = (): string | null => meta('publishable-key')

/** As `fetch`; a request that is under way already is not made twice. */
export const fetchOnce: typeof fetch = (input, init) => {
  const key = keyOf(String(input), init?.body)
  const early = begun.get(key)
  begun.delete(key)
  const isSame =
    early !== undefined &&
    early.authorization === new Headers(init?.headers).get('authorization') &&
    performance.now() - early.startedAt < FRESH_MS
  return isSame ? early.response : fetch(input, init)
}

/** The screen's own files: else they would be asked for when the app has been read and run. */
function loadScreen(): void {
  const screens: Readonly<Record<string, unknown>> = JSON.parse(meta('screens') ?? '{}')
  const files = screens[window.location.pathname.replace(/\/$/, '')]
  for (const file of Array.isArray(files) ? files.map(String) : []) {
    const link = document.createElement('link')
    const isStyle = file.endsWith('.css')
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = `/admin/${file}`
    document.head.append(link)
  }
}

function begin(): void {
  const apikey = publishableKey()
  const token = storedToken(readStored(), Date.now())
  if (apikey === null || token === null) return
  const authorization = `Bearer ${token}`
  for (const { name, args, select } of firstRequests(new URL(window.location.href))) {
    // As supabase-js writes it.
    const columns = select === undefined ? '' : `?${new URLSearchParams({ select })}`
    const url = `${window.location.origin}/rest/v1/rpc/${name}${columns}`
    const body = JSON.stringify(args)
    const headers = { apikey, authorization, 'content-type': 'application/json' }
    const response = fetch(url, { method: 'POST', headers, body })
    // Whoever takes it sees the failure; one that nobody takes is nobody's.
    response.catch(() => {})
    begun.set(keyOf(url, body), { response, authorization, startedAt: performance.now() })
  }
}

const keyOf = (url: string, body: unknown): string => `${url} ${typeof body === 'string' ? body : ''}`

/** Storage may be forbidden: then nobody is signed in. */
function readStored(): string | null {
  try {
    return localStorage.getItem(sessionKey(window.location.hostname))
  } catch {
    return null
  }
}

begin()
loadScreen()
