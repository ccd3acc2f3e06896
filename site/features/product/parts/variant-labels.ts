interface VariantRow {
  product_name: string
  colour: string | null
  size: string | null
}

/** What tells each variant from the others: its colour and size, or what its name has beyond the words all names share. */
export function variantLabels(rows: readonly VariantRow[]): string[] {
  const told = rows.map(({ colour, size }) => [colour, size].filter(Boolean).join(', '))
  if (told.every((label) => label !== '') && new Set(told).size === told.length) return told
  const words = rows.map(({ product_name: name }) => name.split(/\s+/))
  const [first = []] = words
  const differs = first.findIndex((word, index) => words.some((other) => other[index] !== word))
  const shared = differs < 0 ? first.length : differs
  return words.map(
    (own) =>
      own
        .slice(shared)
        .join(' ')
        .replace(/^[\s–—:|,-]+/, '') || 'Original',
  )
}
