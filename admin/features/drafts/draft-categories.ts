/** The categories that the specification names for a product by hand (B 5), as the catalogue calls them. */
export const DRAFT_CATEGORIES = [
  'Beauty',
  'Makeup',
  'Hair',
  'Fashion',
  'Jewelry',
  'Home & Decor',
  'Fitness',
  'Other',
] as const
