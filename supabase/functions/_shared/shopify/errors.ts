/**
 * A failed read of the store, in the words of the specification (section 8). `lasting` ones stay until somebody changes
 * the settings or the store: trying again at once is of no use, and the page around them is whole.
 */
export class ShopifyError extends Error {
  override name = 'ShopifyError'
  readonly code: ShopifyErrorCode
  readonly status: number
  readonly lasting: boolean

  constructor(
    code: ShopifyErrorCode,
    message: string,
    { status, lasting = false }: { status: number; lasting?: boolean },
  ) {
    super(message)
    this.code = code
    this.status = status
    this.lasting = lasting
  }
}

export type ShopifyErrorCode =
  | 'configuration'
  | 'configuration_incomplete'
  | 'configuration_not_found'
  | 'request_failed'
  | 'graphql'
  | 'collection_not_found'
  | 'too_many_requests'

/** The store's own words are shown, but never at any length. */
const LONGEST_REASON = 300

export const shopifyErrors = {
  configurationNotFound: () =>
    new ShopifyError('configuration_not_found', 'Shopify configuration not found', { status: 404, lasting: true }),
  configurationFailed: (reason: string) =>
    new ShopifyError('configuration', `Failed to get Shopify configuration: ${reason}`, { status: 500, lasting: true }),
  configurationIncomplete: (fields: readonly string[]) =>
    new ShopifyError(
      'configuration_incomplete',
      `Shopify configuration incomplete. Missing: ${fields.join(', ')}. Please set up your store credentials.`,
      { status: 404, lasting: true },
    ),
  requestFailed: (statusText: string) =>
    new ShopifyError('request_failed', `Shopify API request failed: ${statusText}`, { status: 502 }),
  graphql: (message: string) =>
    new ShopifyError('graphql', `GraphQL Error: ${message.slice(0, LONGEST_REASON)}`, { status: 502 }),
  collectionNotFound: (name: string) =>
    new ShopifyError(
      'collection_not_found',
      `Collection "${name}" not found. Please check if this collection exists in your Shopify store.`,
      { status: 404, lasting: true },
    ),
  tooManyRequests: () =>
    new ShopifyError('too_many_requests', 'Too many requests. Please try again in a minute.', { status: 429 }),
} as const
