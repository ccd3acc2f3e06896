/** A stylesheet as far as choosing from it needs: what is inside a rule stays text. */
export type StyleNode =
  /** `selectors` are alternatives, each with what a page must have for it to match anything. */
  | { kind: 'rule'; selectors: { text: string; needs: string[] }[]; block: string }
  /** @media, @layer, @supports, @starting-style … */
  | { kind: 'group'; head: string; children: StyleNode[] }
  /** @keyframes and @property: of use where their name is. */
  | { kind: 'named'; text: string; name: string }
  /** @font-face; `ranges` are the code points it is for, none when it is for all. */
  | { kind: 'face'; text: string; ranges: [from: number, to: number][] }
  /** @page, `@layer a, b;` … */
  | { kind: 'always'; text: string }

/** Reads a built stylesheet (one of ours: well formed, minified or not). */
export function parseStyles(css: string): StyleNode[] {
  const nodes: StyleNode[] = []
  let at = 0
  while (at < css.length) {
    const end = findOutside(css, at, '{;')
    if (end < 0) break
    const head = withoutComments(css.slice(at, end)).trim()
    if (css[end] === ';') {
      if (head) nodes.push({ kind: 'always', text: `${head};` })
      at = end + 1
      continue
    }
    const close = closingBrace(css, end)
    nodes.push(nodeOf(head, css.slice(end + 1, close)))
    at = close + 1
  }
  return nodes
}

function nodeOf(head: string, block: string): StyleNode {
  const text = `${head}{${block}}`
  if (!head.startsWith('@')) {
    const selectors = splitOutside(head, ',').map((selector) => ({ text: selector.trim(), needs: needsOf(selector) }))
    return { kind: 'rule', selectors, block }
  }
  const [, at = '', name = ''] = /^@([\w-]+)\s*(\S*)/.exec(head) ?? []
  if (/keyframes$/.test(at) || at === 'property') return { kind: 'named', text, name }
  if (at === 'font-face') return { kind: 'face', text, ranges: rangesOf(block) }
  if (at === 'page') return { kind: 'always', text }
  return { kind: 'group', head, children: parseStyles(block) }
}

/** `unicode-range: U+5c, U+bf-c2` → [[0x5c, 0x5c], [0xbf, 0xc2]] */
function rangesOf(block: string): [number, number][] {
  const list = /unicode-range:([^;}]*)/.exec(block)?.[1] ?? ''
  return [...list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ])
}

/** `.card > a:not(.plain):hover` → ['.card', 'a']. What stands in :not() and its like is no condition of this kind. */
function needsOf(selector: string): string[] {
  let plain = selector.replace(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/(?<!\\)::?[\w-]+(\([^()]*\))?/g, ' ').replace(/\([^()]*\)/g, '')
  }
  const names = plain.match(/[.#](\\.|[\w-])+/g) ?? []
  const tags = plain.replace(/[.#](\\.|[\w-])+/g, '').match(/[a-z][a-z0-9]*/g) ?? []
  return [...names.map((name) => name.replaceAll('\\', '')), ...tags]
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** Index of the first of these characters that is in no string, comment or bracket; -1 when there is none. */
function findOutside(text: string, from: number, characters: string): number {
  let depth = 0
  for (let i = from; i < text.length; i += 1) {
    const character = text[i] ?? ''
    if (depth === 0 && characters.includes(character)) return i
    const skipped = endOfOpaque(text, i)
    if (skipped > i) i = skipped
    else if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
  }
  return -1
}

/** Last index of the string, comment or escape that begins here; the index itself when none does. */
function endOfOpaque(text: string, i: number): number {
  const character = text[i]
  if (character === '\\') return i + 1
  if (character === '/' && text[i + 1] === '*') return text.indexOf('*/', i + 2) + 1
  if (character !== '"' && character !== "'") return i
  let end = i + 1
  while (end < text.length && text[end] !== character) end += text[end] === '\\' ? 2 : 1
  return end
}

function closingBrace(css: string, open: number): number {
  let depth = 0
  for (let i = open; i < css.length; i += 1) {
    const skipped = endOfOpaque(css, i)
    if (skipped > i) i = skipped
    else if (css[i] === '{') depth += 1
    else if (css[i] === '}' && --depth === 0) return i
  }
  throw new Error('A block of the stylesheet has no end.')
}

function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = findOutside(text, 0, separator); at >= 0; at = findOutside(text, from, separator)) {
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)]
}
