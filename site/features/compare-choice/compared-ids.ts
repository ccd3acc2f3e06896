/** More columns than these are no longer read side by side. */
export const mostCompared = 4
/** As many as one list shows: of more, those that are there are not looked for. */
export const mostRead = 24

export interface ComparedIds {
  /** All that are asked for, each once: more than are compared, for some may not be there. */
  ids: number[]
  /** Words in the address that are no product's number. */
  strange: string[]
}

/** Reads `?items=12,7` and, from the ticks of a list, `?items=12&items=7`. */
export function comparedIds(params: URLSearchParams): ComparedIds {
  const words = askedWords(params)
  return {
    ids: words.filter(isId).map(Number),
    strange: words.filter((word) => !isId(word)).map((word) => word.slice(0, 40)),
  }
}

/** A server reads no longer address than some thousand words have. */
const askedWords = (params: URLSearchParams): string[] => {
  const asked = params.getAll('items').flatMap((text) => text.split(','))
  return [...new Set(asked.map((word) => word.trim()).filter((word) => word !== ''))]
}

/** The same comparison with all of them in one parameter; null where they are. */
export function inOneParameter(params: URLSearchParams): string | null {
  if (params.getAll('items').length < 2) return null
  const others = new URLSearchParams([...params].filter(([name]) => name !== 'items'))
  const items = encodeURIComponent(askedWords(params).join()).replaceAll('%2C', ',')
  return `/compare?items=${items}${others.size > 0 ? `&${others}` : ''}`
}

const isId = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word)

/** The one address of a comparison, which is shared. */
export const comparePath = (ids: readonly number[]): string =>
  ids.length > 0 ? `/compare?items=${ids.join(',')}` : '/compare'
