import type { FunctionSettings } from '../context.ts'
import { shopifyErrors } from './errors.ts'

export interface StoreConfig {
  domain: string
  /** The public Storefront token: made for browsers. A private one is refused before it gets here. */
  accessToken: string
  apiVersion: string
}

/** Newest version whose schema is published with a package; supported until April 2027. */
const DEFAULT_VERSION = '2026-04'

/** A public host name. Where the process did not check its settings (hosted functions), this does. */
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const PRIVATE_TOKEN = /^shp(at|ss|ca|pa)_/

/** The store to read, or the error that says what an operator has to set. */
export function storeConfig(settings: FunctionSettings): StoreConfig {
  const domain = settings.SHOPIFY_STORE_DOMAIN?.trim().toLowerCase()
  const accessToken = settings.SHOPIFY_STOREFRONT_TOKEN?.trim()
  if (!domain && !accessToken) throw shopifyErrors.configurationNotFound()
  if (!domain) throw shopifyErrors.configurationIncomplete(['domain'])
  if (!accessToken) throw shopifyErrors.configurationIncomplete(['accessToken'])
  if (!HOST_NAME.test(domain))
    throw shopifyErrors.configurationFailed('the domain must be a host name, such as your-shop.myshopify.com')
  if (PRIVATE_TOKEN.test(accessToken))
    throw shopifyErrors.configurationFailed('the token must be the public access token, never a private one')
  return { domain, accessToken, apiVersion: settings.SHOPIFY_API_VERSION?.trim() || DEFAULT_VERSION }
}
