/** Longer names are cut at a word: the address stays readable, and well below every limit of browsers and logs. */
const maxNameLength = 80

/** A product's one address. The name is for people; the id alone finds it, so a renamed product keeps its old links. */
export function productPath({ id, product_name: name }: { id: number; product_name: string }): string {
  const words = kebab(name)
  return words ? `/p/${words}-${id}` : `/p/${id}`
}

/** The id at the end of an address's last part; null when there is none that a row could have. */
export function productIdOf(slug: string): number | null {
  const digits = /(?:^|-)([1-9]\d{0,15})$/.exec(slug)?.[1]
  const id = Number(digits)
  return Number.isSafeInteger(id) ? id : null
}

function kebab(name: string): string {
  const words = name
    .slice(0, 500)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  if (words.length <= maxNameLength) return words
  const cut = words.lastIndexOf('-', maxNameLength)
  return words.slice(0, cut > 0 ? cut : maxNameLength)
}
