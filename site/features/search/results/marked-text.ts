/** A piece of text, and whether it is what the visitor searched for. */
export interface TextPart {
  text: string
  found: boolean
}

/** The database puts the found words between these characters, which it takes out of every text first. */
const start = '\u0002'
const stop = '\u0003'

/** Cuts a text at its marks. The parts are plain text: whatever markup they hold is shown as such, never read. */
export function markedText(marked: string): TextPart[] {
  const parts: TextPart[] = []
  const add = (text: string, found: boolean) => {
    if (text) parts.push({ text, found })
  }
  for (const [index, piece] of marked.split(start).entries()) {
    const end = index === 0 ? -1 : piece.indexOf(stop)
    if (end >= 0) add(piece.slice(0, end), true)
    add(piece.slice(end + 1).replaceAll(stop, ''), false)
  }
  return parts
}

export const unmarked = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join('')
