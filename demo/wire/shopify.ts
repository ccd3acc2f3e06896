import type { GeneratedProduct } from '../seed/generate-product.ts'
import { decimal, productImage } from './money.ts'

/** One answer of the Storefront API's products query, with the fields that the shop's full query asks for. */
export function shopifyPage(products: readonly GeneratedProduct[], hasNextPage: boolean): string {
  return JSON.stringify({
    data: {
      products: {
        edges: products.map((product) => ({ cursor: cursorOf(product.index), node: node(product) })),
        pageInfo: { hasNextPage, endCursor: cursorOf(products.at(-1)?.index ?? 0) },
      },
    },
  })
}

function node(product: GeneratedProduct) {
  const id = 8_000_000_000_000 + product.index
  const price = { amount: decimal(product.priceCents), currencyCode: 'USD' }
  const handle = product.sku.toLowerCase()
  return {
    id: `gid://shopify/Product/${id}`,
    title: product.name,
    description: product.description,
    handle,
    productType: product.shopCategory.split(/[>/|]/).at(-1)?.trim() ?? '',
    vendor: product.brand,
    tags: [product.category, ...(product.colour ? [product.colour] : [])],
    createdAt: '2026-10-01T08:00:00Z',
    updatedAt: '2026-11-20T06:00:00Z',
    publishedAt: '2026-10-01T08:00:00Z',
    images: {
      edges: [
        {
          node: {
            id: `gid://shopify/ProductImage/${id}`,
            url: productImage(product.merchant.slug, product.sku),
            altText: null,
          },
        },
      ],
    },
    variants: {
      edges: [
        {
          node: {
            id: `gid://shopify/ProductVariant/${id}`,
            title: product.size ?? 'Default Title',
            price,
            compareAtPrice:
              product.listCents === null ? null : { amount: decimal(product.listCents), currencyCode: 'USD' },
            availableForSale: product.inStock,
            quantityAvailable: product.inStock ? 12 : 0,
          },
        },
      ],
    },
    collections: {
      edges: [
        {
          node: {
            id: 'gid://shopify/Collection/1',
            title: product.category,
            handle: product.category.toLowerCase(),
            description: '',
          },
        },
      ],
    },
    priceRange: { minVariantPrice: price, maxVariantPrice: price },
  }
}

function cursorOf(index: number): string {
  return Buffer.from(JSON.stringify({ last_id: index })).toString('base64')
}
