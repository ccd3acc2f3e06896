/**
 * Scripts that pages share, and the folders and files that they are made of; `listing-` stands for every file that
 * begins so. One file of what every page needs instead of twenty small ones: brotli finds more to share, and a first
 * visit asks less often. What is imported only on demand is named nowhere here, or every visitor would pay for it.
 */
export const sharedChunks: Readonly<Record<string, readonly string[]>> = {
  /** Every page: its frame, what stands in any block, and how a block gets its data. */
  shop: [
    'site/features/layout/',
    'site/features/newsletter/newsletter-card',
    'site/features/newsletter/newsletter-form',
    'site/features/events/visit-recorder',
    'site/ui/art',
    'site/ui/beyond-end',
    'site/ui/block-content',
    'site/ui/honeypot',
    'site/ui/image-files',
    'site/ui/json-ld',
    'site/ui/jump-link',
    'site/ui/mail-waits',
    'site/ui/modal',
    'site/ui/responsive-image',
    'site/ui/section-head',
    'site/ui/state-note',
    'site/ui/with-loaded',
    'site/ssr/page-navigation',
    'site/ssr/document/request-id',
    'site/ssr/document/seo',
    'site/ssr/data/public-settings',
    'site/ssr/data/use-block',
    'site/ssr/data/query-result',
    'design/',
    'domain/navigation',
    'domain/site-config',
    'domain/money',
    'domain/safe-address',
    'domain/email',
  ],
  /** Cards, grids and what fills them: most pages show some. */
  lists: [
    'site/features/offer/offer',
    'site/features/offer/outbound-link',
    'site/features/offer/product-image',
    'site/features/offer/disclosure',
    'site/features/listing/product',
    'site/features/listing/listing.ts',
    'site/ssr/data/query.ts',
  ],
  /** What stands around a list that has pages: each alone would be a file of half a kilobyte. */
  pages: [
    'site/features/listing/pager',
    'site/features/listing/listing-results',
    'site/features/listing/listing-data',
    'site/features/listing/listing-count',
    'site/features/listing/facet-choice',
    'site/features/search/search-params',
  ],
}

/** Named, because whatever else a script brought in on demand depends on would be loaded by everybody. */
const pageLibraries = /\/node_modules\/(react|react-dom|react-router|scheduler)\//

/** The groups as the bundler takes them; `root` ends with a slash. */
export const chunkGroups = (root: string) =>
  Object.entries(sharedChunks).map(([name, parts]) => ({
    name,
    test: (id: string): boolean =>
      id.includes('/node_modules/')
        ? name === 'shop' && pageLibraries.test(id)
        : parts.some((part) => id.startsWith(root + part)),
  }))
