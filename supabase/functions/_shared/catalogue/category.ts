/** The shop's categories. */
export const CATEGORIES = [
  'Beauty',
  'Makeup',
  'Skincare',
  'Hair',
  'Bath & Body',
  'Fragrance',
  'Tools',
  'Fashion',
  'Jewelry',
  'Home & Decor',
  'Gifts',
  'Wellness',
  'Fitness',
  'Other',
] as const

export type Category = (typeof CATEGORIES)[number]

/**
 * What a merchant's category path says, most telling rule first: "Gifts > Jewellery" is a gift to its shop and jewelry
 * to ours, "Make-Up Tools" are tools before they are make-up.
 */
const RULES: readonly (readonly [RegExp, Category])[] = [
  [
    /\b(?:make-?\s?up|beauty|skin ?care|face) tools?\b|\b(?:make-?\s?up|cosmetic) brush|\bgua sha\b|\btweezer|\bhair ?dryers?\b|\bstraighteners?\b/,
    'Tools',
  ],
  [/jewel|necklace|earring|bracelet|\brings?\b|schmuck|bijou/, 'Jewelry'],
  [/home fragrance|\bcandles?\b(?=.*\bhome\b)|\bhome\b.*\bcandles?\b|room spray|diffuser/, 'Home & Decor'],
  [/gift|geschenk|cadeau/, 'Gifts'],
  [
    /skin ?care|hautpflege|\bserums?\b|moisturi[sz]er|cleansers?\b|sun ?(?:care|screen)|\btoners?\b|soins? (?:du )?visage/,
    'Skincare',
  ],
  [/make-?\s?up|cosmetic|lipstick|\blips\b|mascara|foundation|eye ?shadow|\bnails?\b|maquillage|schminke/, 'Makeup'],
  [/hair acc|hair ?care|\bhair\b|shampoo|conditioner|haarpflege|cheveux/, 'Hair'],
  [/perfume|fragrance|cologne|parfum|\bduft\b|\bscent/, 'Fragrance'],
  [
    /\bbath\b|body ?(?:care|lotion|wash|&)|\bshower\b|\bsoaps?\b|hand (?:cream|care)|hands & feet|körperpflege/,
    'Bath & Body',
  ],
  [/yoga|fitness|\bgym\b|pilates|sports?\b|workout|dumbbell|running|exercise/, 'Fitness'],
  [/vitamin|supplement|wellness|aromatherap|herbal|\btea\b|massage|\bsleep\b|\bhealth\b(?!\s*&\s*beauty)/, 'Wellness'],
  [
    /fashion|cloth(?:es|ing)|apparel|dress|shoes?\b|handbags?|\bbags?\b|knitwear|swim|lingerie|sunglasses|scar(?:f|ves)|\bhats?\b|belts?\b|trousers|skirts?\b|kleid|mode\b|vêtement/,
    'Fashion',
  ],
  [
    /home|decor|furniture|garden|lighting|lamps?\b|cushion|kitchen|tableware|bedding|vases?\b|rugs?\b|wohnen|maison/,
    'Home & Decor',
  ],
  [/beauty|kosmetik|beauté|health/, 'Beauty'],
  [/accessor/, 'Fashion'],
]

/** A catalogue of a million rows has some thousands of different paths. */
const MAX_REMEMBERED = 20_000

/** A function that maps a merchant's category to ours and remembers its answers. */
export function createCategoryMapper(): (merchantCategory: string) => Category {
  const known = new Map<string, Category>()
  return (merchantCategory) => {
    const remembered = known.get(merchantCategory)
    if (remembered) return remembered
    const category = mapCategory(merchantCategory)
    // A copy of its own: a slice of the feed's text would keep that whole piece of the feed in memory.
    if (known.size < MAX_REMEMBERED) known.set(Buffer.from(merchantCategory).toString(), category)
    return category
  }
}

/** Our category for a merchant's words; "Other" when no rule knows them. */
export function mapCategory(merchantCategory: string): Category {
  const words = merchantCategory.slice(0, 300).toLowerCase()
  const exact = CATEGORIES.find((category) => category.toLowerCase() === words.trim())
  return exact ?? RULES.find(([pattern]) => pattern.test(words))?.[1] ?? 'Other'
}
