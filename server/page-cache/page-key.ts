/** Parameters that change what a page shows. A page with any other parameter is rendered, but never
 * cached: also one deep in a list (`after`, `before`), which hardly anybody asks for twice. */
const PAGE_PARAMETERS = new Set([
  'brand',
  'category',
  'collection',
  'color',
  'exact',
  'fallen',
  'deal',
  'dealpage',
  'filter',
  'items',
  'max',
  'merchant',
  'min',
  'page',
  'q',
  'size',
  'sort',
  'stock',
  'tab',
  'tag',
  'topic',
  'type',
  // React Router's data requests name the routes they want.
  '_routes',
])

/** Left by newsletters and advertisements: they count the visit and change nothing, so they are taken off. */
const TRACKING_PARAMETER =
  /^(utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|gad_\w+|srsltid|msclkid|ttclid|twclid|yclid|li_fat_id|rdt_cid|sccid|mc_[ce]id|mkt_tok|_hs\w+|_gl|igsh|igshid|epik|ref)$/i

/** Longer addresses are rendered but not cached: they are made by hand, and each would push a real page out. */
const MAX_KEY_LENGTH = 512

/** Parsers read a backslash as a slash and drop control characters: these addresses name another host. */
const OTHER_HOST = /^\/[/\\]|\p{Cc}/u

/**
 * What a page is cached under: its path and its own parameters, sorted, so that one page has one entry however it is
 * spelt. null when the address carries anything else.
 */
export function pageKey(target: string): string | null {
  if (target.length > MAX_KEY_LENGTH || !target.startsWith('/') || OTHER_HOST.test(target)) return null
  const question = target.indexOf('?')
  if (question < 0) return target
  const parameters: [string, string][] = []
  for (const [name, value] of new URLSearchParams(target.slice(question))) {
    if (TRACKING_PARAMETER.test(name)) continue
    if (!PAGE_PARAMETERS.has(name)) return null
    parameters.push([name, value])
  }
  const path = target.slice(0, question)
  if (parameters.length === 0) return path
  // The order of one parameter's several values is theirs: only names are sorted, and the sort is stable.
  parameters.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  return `${path}?${new URLSearchParams(parameters)}`
}
