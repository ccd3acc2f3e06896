import { expect, test } from 'vitest'
import { demoOffers } from '#demo/seed/demo-offers.ts'
import { brands } from '#site/features/brands/brands.ts'

/** Words that name a kind of thing, as brands' texts use them, and how a feed's row of that kind is known. */
const KINDS: Record<string, RegExp> = {
  'lip balm': /Lip Balm/,
  eyeshadow: /Eyeshadow/,
  'make-?up|color for the face': /Make-Up|Blusher/,
  'nail color': /Nails/,
  'hand care': /Hands & Feet/,
  'hair oils?': /Hair Care - Oils/,
  'care for the hair|hair care': /Hair Care/,
  'hair clips?': /Hair Accessories/,
  'bath things|bath': /Bath/,
  'soaps?': /Soap/,
  'perfumes?|scents?': /Perfume/,
  'dress(es)?': /Dress/,
  'knits?': /Knit/,
  'tops?|blouses?': /Tops/,
  'jeans|trousers|tailored pieces': /Trousers/,
  swimwear: /Swimwear/,
  sunglasses: /Sunglasses/,
  'scar(f|ves)': /Scarves/,
  'necklaces?|gold': /Necklaces/,
  'candles?': /Candles/,
  'baskets?': /Storage/,
  linen: /Bedding|Linen/,
  'throws?': /Throws/,
  'cushions?': /Cushions/,
  'essential oils': /Aromatherapy/,
  'mats?|rollers?|flasks?': /Yoga|Fitness/,
}

const offers = [...demoOffers(2)]

test.each(brands)('$name sells what its text says', ({ name, text }) => {
  const sold = offers.filter(({ brand }) => brand === name).map(({ shopCategory }) => shopCategory)
  const named = Object.entries(KINDS).filter(([words]) => new RegExp(`\\b(${words})\\b`, 'i').test(text))
  expect(named, 'the text names what is sold; add new words to KINDS').not.toEqual([])
  for (const [words, kind] of named) expect(sold, words).toContainEqual(expect.stringMatching(kind))
})
