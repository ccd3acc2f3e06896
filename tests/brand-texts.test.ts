import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DEMO_FEED, editionFile } from '#demo/seed/demo-feed.ts'
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

const row = z.object({ brand_name: z.string(), merchant_category: z.string() })
const rows = z
  .array(row)
  .parse(parse(gunzipSync(readFileSync(editionFile(DEMO_FEED.editions[2].file))), { columns: true }))

test.each(brands)('$name sells what its text says', ({ name, text }) => {
  const sold = rows.filter(({ brand_name }) => brand_name === name).map((one) => one.merchant_category)
  const named = Object.entries(KINDS).filter(([words]) => new RegExp(`\\b(${words})\\b`, 'i').test(text))
  expect(named, 'the text names what is sold; add new words to KINDS').not.toEqual([])
  for (const [words, kind] of named) expect(sold, words).toContainEqual(expect.stringMatching(kind))
})
