import { fieldsOf } from '../../record/fields.ts'
import { amount, optional, optionalImage, required, webAddress } from '../../record/values.ts'
import { z } from '../../zod.ts'
import { DRAFT_CATEGORIES } from '../drafts/draft-categories.ts'
import { AVAILABILITIES } from './product-choices.ts'

export const productFields = fieldsOf('products', [
  { key: 'product_name', kind: 'text', maxLength: 500 },
  {
    key: 'merchant_name',
    kind: 'text',
    maxLength: 200,
    hint: 'As the merchant is called in Merchants: its rules are found by it.',
  },
  { key: 'category', kind: 'text', maxLength: 200, suggestions: DRAFT_CATEGORIES },
  { key: 'brand', kind: 'text', maxLength: 200 },
  {
    key: 'price',
    kind: 'number',
    hint: 'Empty when it is not known: no price is shown then. A price by hand proves no drop.',
  },
  {
    key: 'list_price',
    kind: 'number',
    hint: 'What the merchant says it cost before; only when that is more than the price.',
  },
  { key: 'currency', kind: 'text', maxLength: 3, initial: 'USD' },
  { key: 'availability', kind: 'choice', choices: AVAILABILITIES, initial: 'unknown' },
  { key: 'affiliate_link', kind: 'text' },
  { key: 'image_url', kind: 'text' },
  {
    key: 'gtin',
    kind: 'text',
    maxLength: 14,
    hint: 'The number under the barcode: offers of other merchants are found by it.',
  },
  { key: 'description', kind: 'long', maxLength: 10_000 },
])

/** Of others no price can be written with its sign. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const productSchema = z
  .object({
    product_name: required('Name', 500),
    merchant_name: required('Merchant', 200),
    category: z
      .string()
      .trim()
      .max(200)
      .transform((text) => text || 'Other'),
    brand: optional(200),
    price: amount,
    list_price: amount,
    currency: z
      .string()
      .trim()
      .transform((text) => text.toUpperCase() || 'USD')
      .refine((text) => CURRENCIES.has(text), 'A currency such as USD, EUR or GBP'),
    availability: z.enum(AVAILABILITIES.map(({ value }) => value)),
    affiliate_link: webAddress('Affiliate link'),
    image_url: optionalImage,
    gtin: optional(14).refine((text) => text === null || /^\d{8,14}$/.test(text), '8 to 14 digits'),
    description: optional(10_000),
  })
  .refine(({ price, list_price }) => list_price === null || price === null || list_price > price, {
    path: ['list_price'],
    message: 'The price before is more than the price, or empty',
  })
export type ProductValues = z.output<typeof productSchema>
