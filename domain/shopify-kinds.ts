/** The kinds of a hosted store's products that the specification gives rules for (5). */
export const storeKinds = [
  { id: 'jewelry', label: 'Jewelry' },
  { id: 'swimwear', label: 'Swimwear' },
] as const
export type StoreKind = (typeof storeKinds)[number]['id']

const words: Record<StoreKind, RegExp> = {
  jewelry: /jewelry|jewellery|necklace|earring|bracelet|ring/i,
  swimwear: /swim|bikini|swimsuit/i,
}

interface Described {
  name: string
  category: string
  tags: readonly string[]
}

/** Tags, category or name contain one of the kind's words. */
export const isOfKind = ({ name, category, tags }: Described, kind: StoreKind): boolean =>
  [...tags, category, name].some((text) => words[kind].test(text))
