import { z } from 'zod'

/** Sovrn's price comparison as its documentation has it: what may be asked, and every shape of its answers. */

const asked = ['barcode', 'plainlink', 'search-keywords'] as const

export const sovrnCall = z
  .strictObject({
    barcode: z.string().min(1).optional(),
    plainlink: z.url().optional(),
    'search-keywords': z.string().min(1).optional(),
    'exclude-keywords': z.string().optional(),
    'price-range': z
      .string()
      .regex(/^(?:\d+|\*)-(?:\d+|\*)$/)
      .optional(),
    limit: z.string().regex(/^\d+$/).optional(),
    sid: z
      .string()
      .regex(/^[\w.~-]{1,32}$/)
      .optional(),
    'epc-sort': z.string().optional(),
  })
  .refine((call) => asked.filter((name) => call[name] !== undefined).length === 1, 'asks for one thing')

/** Documented as numbers, with texts in its examples. */
const amount = z.union([z.number(), z.string().regex(/^\d+(?:\.\d+)?$/)])

export const sovrnAnswer = z.array(
  z.strictObject({
    id: z.int(),
    name: z.string(),
    merchant: z.strictObject({ id: z.int(), name: z.string(), logo: z.string().nullable() }),
    deeplink: z.url(),
    image: z.url(),
    thumbnail: z.url(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    salePrice: amount,
    retailPrice: amount,
    discountRate: z.number(),
    affiliatable: z.boolean(),
    epc: z.number(),
  }),
)

export const sovrnError = z.union([
  z.strictObject({ message: z.string() }),
  z.strictObject({
    status: z.int(),
    message: z.string(),
    error: z.string(),
    exception: z.string(),
    timestamp: z.number(),
  }),
  z.strictObject({
    error: z.strictObject({
      errors: z.array(
        z.strictObject({
          reason: z.string(),
          message: z.string().optional(),
          locationType: z.string().optional(),
          location: z.string().optional(),
        }),
      ),
    }),
    code: z.int(),
    message: z.string(),
  }),
])
