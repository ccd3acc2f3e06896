import { safeAddress } from './safe-address.ts'

/** Longer texts are cut before anything reads them: a cut `href` would swallow the page otherwise. */
export const longestContent = 10_000

const kept = new Set(['p', 'br', 'strong', 'em', 'u', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'a'])
/** What stands inside these is not content either. */
const droppedWhole = new Set(
  'script style template noscript noembed noframes iframe object svg math textarea title select xmp plaintext'.split(
    ' ',
  ),
)
const renamed: Record<string, string> = { b: 'strong', i: 'em' }

/**
 * An article's HTML as it may be shown: paragraphs, line breaks, strong, emphasis, underline, headings, lists and links
 * with href, target and rel (specification, 5). It writes every tag itself from this short list and escapes all other
 * text, so nothing it does not know can pass. Rows are sanitised when they are stored, too; this is the second lock.
 */
export function contentHtml(source: string): string {
  const cut = source.length > longestContent
  const open: string[] = []
  let html = ''
  let skipping: string | null = null
  for (const token of tokenize(cut ? source.slice(0, longestContent) : source)) {
    if (skipping) {
      if (token.kind === 'close' && token.name === skipping) skipping = null
    } else if (token.kind === 'text') {
      html += escapeText(token.text)
    } else if (droppedWhole.has(token.name)) {
      if (token.kind === 'open') skipping = token.name
    } else {
      html += writeTag(token, open)
    }
  }
  if (cut) html += '...'
  return html + open.reverse().map(closing).join('')
}

type Tag = { kind: 'open'; name: string; attributes: string } | { kind: 'close'; name: string }
type Token = { kind: 'text'; text: string } | Tag

function writeTag(tag: Tag, open: string[]): string {
  const name = renamed[tag.name] ?? tag.name
  if (!kept.has(name)) return ''
  if (tag.kind === 'open') {
    if (name === 'br') return '<br>'
    open.push(name)
    return name === 'a' ? openLink(tag.attributes) : `<${shownAs(name)}>`
  }
  if (!open.includes(name)) return ''
  return open.splice(open.lastIndexOf(name)).reverse().map(closing).join('')
}

const closing = (name: string): string => `</${shownAs(name)}>`

/** The page has its own h1: the text's begins one level below. */
const shownAs = (name: string): string => (name === 'h1' ? 'h2' : name)

function openLink(attributes: string): string {
  const href = safeAddress(attribute(attributes, 'href'))
  if (!href) return '<a>'
  if (href.startsWith('/') || href.startsWith('#')) return `<a href="${escapeText(href)}">`
  const paid = /\bsponsored\b/i.test(attribute(attributes, 'rel') ?? '')
    ? 'sponsored nofollow noopener'
    : 'nofollow noopener'
  return `<a href="${escapeText(href)}" target="_blank" rel="${paid}">`
}

/** Attribute values may hold '>', so quotes are read as one piece; no tag of ours is longer than this. */
const longestTag = 2000
const tagPattern = /^<(\/?)([a-z][a-z0-9]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/i

function* tokenize(source: string): Generator<Token> {
  let at = 0
  while (at < source.length) {
    const next = source.indexOf('<', at)
    if (next < 0) return yield { kind: 'text', text: decodeEntities(source.slice(at)) }
    if (next > at) yield { kind: 'text', text: decodeEntities(source.slice(at, next)) }
    if (source.startsWith('<!--', next)) {
      const end = source.indexOf('-->', next + 4)
      if (end < 0) return
      at = end + 3
      continue
    }
    const rest = source.slice(next, next + longestTag)
    const [whole, slash, name = '', attributes = ''] = tagPattern.exec(rest) ?? []
    if (whole) {
      yield slash ? { kind: 'close', name: name.toLowerCase() } : { kind: 'open', name: name.toLowerCase(), attributes }
      at = next + whole.length
    } else if (/^<[/!?a-z]/i.test(rest)) {
      return // an unfinished tag: whatever follows was meant to be inside it
    } else {
      yield { kind: 'text', text: '<' }
      at = next + 1
    }
  }
}

const attributePattern = /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function attribute(attributes: string, wanted: string): string | null {
  for (const [, name = '', double, single, bare] of attributes.matchAll(attributePattern)) {
    if (name.toLowerCase() === wanted) return decodeEntities(double ?? single ?? bare ?? '')
  }
  return null
}

const named: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '–', mdash: '—', hellip: '…' },
  ...{ rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', copy: '©', reg: '®', trade: '™', eacute: 'é', egrave: 'è' },
  ...{ times: '×', frac12: '½', deg: '°', bull: '•', middot: '·', euro: '€', pound: '£', cent: '¢' },
}

/** '&amp;' → '&', for the names that editors and feeds use. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z0-9]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    const character = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return character ? String.fromCodePoint(code) : ''
  })

/** Text as HTML says it, in quoted attributes too. */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
