export const AVAILABILITIES = [
  { value: 'in_stock', label: 'In stock' },
  { value: 'out_of_stock', label: 'Sold out' },
  { value: 'preorder', label: 'Pre-order' },
  { value: 'backorder', label: 'Back-order' },
  { value: 'unknown', label: 'Not known' },
] as const

export const SOURCES = [
  { value: 'amazon', label: 'Amazon' },
  { value: 'awin', label: 'Awin' },
  { value: 'cj', label: 'CJ Affiliate' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'sovrn', label: 'Sovrn' },
  { value: 'hand', label: 'By hand' },
] as const
