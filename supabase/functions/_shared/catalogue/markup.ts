/** An element whose content is no text, or a comment: where it begins and how it ends. */
const OPENING = /<(?:!--|(?:script|style)\b)/gi

/** How each kind of block ends; the search for it goes over a text once, whatever the text repeats. */
const ENDINGS = { '<!--': /-->/g, '<script': /<\/script[ \t\r\n\f]{0,20}>/gi, '<style': /<\/style[ \t\r\n\f]{0,20}>/gi }

/** A tag starts with a letter or a slash; "5 < 6" stays. */
const TAG = /<\/?[a-z][^<>]*>?/gi

/**
 * A text without tags, comments, scripts and styles, a space in the place of each. Linear in the length: an ending that
 * is missing once is not looked for again, so a description of twenty thousand `<!--` costs one search.
 */
export function withoutMarkup(text: string): string {
  if (!text.includes('<')) return text
  return withoutBlocks(text).replace(TAG, ' ')
}

function withoutBlocks(text: string): string {
  const opening = new RegExp(OPENING)
  const missing = new Set<string>()
  let result = ''
  let from = 0
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const kind = match[0].toLowerCase()
    if (!isKind(kind) || missing.has(kind)) continue
    const end = endOf({ text, kind, from: opening.lastIndex })
    if (end === -1) {
      missing.add(kind)
      continue
    }
    result += `${text.slice(from, match.index)} `
    from = end
    opening.lastIndex = end
  }
  return from === 0 ? text : result + text.slice(from)
}

function isKind(kind: string): kind is keyof typeof ENDINGS {
  return kind in ENDINGS
}

/** Behind the block's ending, or -1. */
function endOf({ text, kind, from }: { text: string; kind: keyof typeof ENDINGS; from: number }): number {
  const ending = new RegExp(ENDINGS[kind])
  ending.lastIndex = from
  return ending.exec(text) ? ending.lastIndex : -1
}
