import { z } from 'zod'

/** What the store answers, as far as the queries ask. Anything else in it is dropped here. */
const money = z.object({ amount: z.string(), currencyCode: z.string() })

/** A connection as the list of its nodes. */
const edges = <Node>(node: z.ZodType<Node>) =>
  z
    .object({ edges: z.array(z.object({ node: z.unknown() })) })
    .transform((connection) => connection.edges.map((edge) => edge.node))
    .pipe(z.array(node))

const collectionFields = z.object({ id: z.string(), title: z.string(), handle: z.string(), description: z.string() })

const product = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  handle: z.string(),
  productType: z.string(),
  vendor: z.string(),
  tags: z.array(z.string()),
  availableForSale: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string(),
  priceRange: z.object({ minVariantPrice: money, maxVariantPrice: money }),
  images: edges(z.object({ id: z.string().nullable(), url: z.string(), altText: z.string().nullable() })),
  variants: edges(
    z.object({
      id: z.string(),
      title: z.string(),
      price: money,
      compareAtPrice: money.nullable(),
      availableForSale: z.boolean(),
      quantityAvailable: z.number().nullable(),
    }),
  ),
  /** Not asked for by the simple query. */
  collections: edges(collectionFields).default([]),
})
export type StorefrontProduct = z.output<typeof product>

const productPage = z
  .object({
    edges: z.array(z.object({ node: product })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  })
  .transform(({ edges: list, pageInfo }) => ({ products: list.map((edge) => edge.node), pageInfo }))

const shop = z.object({ name: z.string() })

export const replies = {
  products: z.object({ shop, products: productPage }),
  collectionProducts: z.object({
    shop,
    collection: collectionFields.extend({ products: productPage }).nullable(),
  }),
  productByHandle: z.object({ shop, product: product.nullable() }),
  collections: z.object({
    collections: edges(
      collectionFields.extend({
        products: edges(z.object({ id: z.string(), title: z.string(), handle: z.string() })),
      }),
    ),
  }),
} as const

/** The envelope of every answer, also of failed ones (HTTP 200 with errors beside a null or partial data). */
export const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})
