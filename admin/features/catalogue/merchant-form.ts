import { fieldsOf } from '../../record/fields.ts'
import { optional, optionalTime, optionalWebAddress, required } from '../../record/values.ts'
import { z } from '../../zod.ts'

/** What a merchant's terms allow; each begins at the strictest, until somebody has read them. */
export const merchantFields = fieldsOf('merchants', [
  { key: 'slug', kind: 'text', maxLength: 200, hint: 'Small letters, digits and single hyphens.' },
  { key: 'website', kind: 'text', hint: 'A submitted link is known as this merchant’s by it.' },
  { key: 'logo_url', kind: 'text' },
  { key: 'description', kind: 'long', maxLength: 2000 },
  {
    key: 'is_trusted',
    kind: 'check',
    hint: 'Products from its links are published without a review.',
  },
  {
    key: 'may_store_image',
    kind: 'check',
    hint: 'Off: images are only linked, from the merchant’s own host.',
  },
  {
    key: 'may_show_history',
    kind: 'check',
    hint: 'Off: product pages show no history and no price drop of it.',
  },
  {
    key: 'may_alert',
    kind: 'check',
    hint: 'Off: its products offer no price alert.',
  },
  { key: 'may_show_rating', kind: 'check' },
  { key: 'may_email', kind: 'check' },
  {
    key: 'may_cloak',
    kind: 'check',
    hint: 'Many programmes, Amazon’s among them, forbid it.',
  },
  {
    key: 'max_age',
    kind: 'text',
    maxLength: 40,
    hint: 'Such as 24 hours. Empty takes the limit of its network.',
  },
  {
    key: 'disclosure',
    kind: 'text',
    maxLength: 500,
    hint: 'A sentence that must stand beside its links, beyond the site’s own.',
  },
])

export const newMerchantFields = [
  ...fieldsOf('merchants', [{ key: 'name', kind: 'text', maxLength: 200, hint: 'Exactly as its products name it.' }]),
  ...merchantFields,
]

const switches = {
  is_trusted: z.boolean().default(false),
  may_store_image: z.boolean().default(false),
  may_show_history: z.boolean().default(false),
  may_alert: z.boolean().default(false),
  may_show_rating: z.boolean().default(false),
  may_email: z.boolean().default(false),
  may_cloak: z.boolean().default(false),
}

export const merchantSchema = z.object({
  name: required('Name', 200),
  slug: required('Slug', 200).refine(
    (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text),
    'Small letters, digits and single hyphens only',
  ),
  website: optionalWebAddress,
  logo_url: optionalWebAddress,
  description: optional(2000),
  ...switches,
  max_age: optionalTime,
  disclosure: optional(500),
})
/** The name is what products are joined by: it is not changed in passing. */
export const editedMerchantSchema = merchantSchema.omit({ name: true })
