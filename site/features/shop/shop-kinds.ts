const beauty = ['Beauty', 'Makeup', 'Skincare', 'Hair', 'Bath & Body', 'Fragrance', 'Tools'] as const

/** Categories of the catalogue that stand in for a source without products, by the kind that it is about. */
export const shopKinds = {
  'new-jewelry': ['Jewelry'],
  beauty,
  fashion: ['Fashion'],
  /** The store's own tab: a little of everything that it would sell. */
  store: ['Jewelry', 'Fashion', ...beauty],
  'fashion and beauty': ['Fashion', ...beauty],
  lifestyle: ['Home & Decor', 'Wellness', 'Fitness', 'Gifts'],
} as const
export type ShopKind = keyof typeof shopKinds
