import { domainToASCII } from 'node:url'

/** Development servers take the next free port, and native apps any (RFC 8252 7.3). */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' }
/** What a registered name can hold. A wildcard stands for nothing else, whatever other readers of the address may think. */
const HOST_CHARACTER = /^[a-z0-9_-]$/

/** One entry of additional_redirect_urls, in the parts that an address has once it is parsed. */
interface RedirectPattern {
  scheme: string
  host: string
  port: string
  /** Path and query. */
  rest: string
}

/**
 * Whether an address is covered by an entry of additional_redirect_urls: `*` stands for anything within a segment, `**`
 * for anything, `?` for one character; segments end at '.' and '/'. Never compared as text: what a wildcard covers in
 * the text may be part of the host for us and of the path for a browser (`https://evil.example?.app.example/`).
 */
export function matchesRedirectPattern(url: URL, pattern: string): boolean {
  if (pattern === '**') return true
  const parts = readPattern(pattern)
  if (!parts) return false
  const scheme = url.protocol.slice(0, -1)
  if (!matchesGlob(scheme, parts.scheme, isAnyCharacter)) return false
  const isWeb = scheme === 'http' || scheme === 'https'
  if (!matchesGlob(url.hostname, parts.host, isWeb ? isHostCharacter : isHostOrOpaqueCharacter)) return false
  if (!LOOPBACK_HOSTS.includes(url.hostname) && !matchesGlob(url.port, normalPort(scheme, parts.port), isDigit)) {
    return false
  }
  const rest = url.pathname + url.search
  // The parser adds the slash after a bare host.
  return matchesGlob(rest, parts.rest, isAnyCharacter) || (isWeb && parts.rest === '' && rest === '/')
}

function readPattern(pattern: string): RedirectPattern | null {
  const colon = pattern.indexOf(':')
  if (colon < 1) return null
  const scheme = pattern.slice(0, colon).toLowerCase()
  const after = pattern.slice(colon + 1)
  if (!after.startsWith('//')) return { scheme, host: '', port: '', rest: normalRest(after) }
  const slash = after.indexOf('/', 2)
  const authority = slash < 0 ? after.slice(2) : after.slice(2, slash)
  const rest = slash < 0 ? '' : normalRest(after.slice(slash))
  // `https://app.example**` means every page of that host, never `app.example.evil.example`.
  const open = rest === '' && authority.endsWith('**')
  const { host, port } = readAuthority(open && authority !== '**' ? authority.slice(0, -2) : authority)
  return { scheme, host, port, rest: open ? '**' : rest }
}

function readAuthority(authority: string): { host: string; port: string } {
  const colon = authority.lastIndexOf(':')
  const hasPort = colon > authority.lastIndexOf(']')
  const host = hasPort ? authority.slice(0, colon) : authority
  return { host: normalHost(host), port: hasPort ? authority.slice(colon + 1) : '' }
}

/** Label by label, because a `?` would end the host for a parser, and a number alone would become an address. */
function normalHost(host: string): string {
  return host
    .toLowerCase()
    .split('.')
    .map((label) => (/^[!-~]*$/.test(label) ? label : domainToASCII(label)))
    .join('.')
}

function normalPort(scheme: string, port: string): string {
  return port === DEFAULT_PORTS[scheme] ? '' : port
}

/** As the parser would write it, the wildcards untouched. */
function normalRest(rest: string): string {
  return rest.replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)
}

type Covers = (character: string, acrossSegments: boolean) => boolean

const isAnyCharacter: Covers = (character, acrossSegments) => acrossSegments || (character !== '.' && character !== '/')
const isHostCharacter: Covers = (character, acrossSegments) =>
  HOST_CHARACTER.test(character) || (acrossSegments && character === '.')
/** The host of an app's own scheme is whatever the app makes of it. */
const isHostOrOpaqueCharacter: Covers = (character, acrossSegments) => acrossSegments || character !== '.'
const isDigit: Covers = (character) => character >= '0' && character <= '9'

/** In time of text × pattern whatever they hold, which an expression made from the pattern would not be. */
function matchesGlob(text: string, pattern: string, covers: Covers): boolean {
  const tokens = pattern.match(/\*\*|[\s\S]/g) ?? []
  // reached[i]: the tokens so far can stand for the first i characters.
  const characters = Array.from(text)
  let reached = [true, ...characters.map(() => false)]
  for (const token of tokens) {
    const next = reached.map(() => false)
    for (let i = 0; i <= characters.length; i++) {
      if (token === '*' || token === '**') {
        const grown = i > 0 && next[i - 1] === true && covers(characters[i - 1] ?? '', token === '**')
        next[i] = reached[i] === true || grown
      } else if (i > 0 && reached[i - 1] === true) {
        const character = characters[i - 1] ?? ''
        next[i] = token === '?' ? covers(character, false) : token === character
      }
    }
    reached = next
  }
  return reached.at(-1) === true
}
