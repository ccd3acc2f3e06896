import { FeedError } from '../../errors.ts'
import { type StoreConfig, storeConfig } from '../../shopify/config.ts'
import { ShopifyError } from '../../shopify/errors.ts'
import type { Values } from '../credentials.ts'

/** The store whose products are read, or a sentence that says what to set. */
export function shopifyStore(values: Values): StoreConfig {
  try {
    return storeConfig(values)
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error
    throw new FeedError(
      'no_store',
      `${error.message.replace(/\.?$/, '.')} Set SHOPIFY_STORE_DOMAIN and the public SHOPIFY_STOREFRONT_TOKEN, then start Dahlia again.`,
    )
  }
}
