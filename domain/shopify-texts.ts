/** What may be behind a failed read of the store (specification, 8). */
export function hintsFor(message: string, collection: string | null): string[] {
  if (/configuration (not found|incomplete|not available)/i.test(message))
    return ['The Shopify store credentials may not be configured.']
  const hints: string[] = []
  if (/graphql|query/i.test(message)) hints.push('There may be an issue with the query that the store was asked.')
  if (collection) hints.push(`The collection "${collection}" may not exist in the store.`)
  return hints
}

/** One sentence for small screens, where the connection is the likeliest cause. */
export function mobileTip(message: string): string {
  if (/network|fetch/i.test(message)) return 'Tip: Check your mobile connection, then tap Retry.'
  if (/timeout/i.test(message)) return 'Tip: The connection is slow. Try again on Wi-Fi or with a better signal.'
  if (/collection|not found/i.test(message) && !/configuration/i.test(message))
    return 'Tip: This collection may have moved. Choose another one above.'
  return 'Tip: Pull down to refresh the page.'
}

/** What a grid without a product says; `collection` by its title. */
export function emptyText(narrowed: boolean, collection: string | null): string {
  if (!narrowed && !collection) return 'No products found in the Shopify store'
  return `No products found matching your filters${collection ? ` (in collection ${collection})` : ''}`
}
