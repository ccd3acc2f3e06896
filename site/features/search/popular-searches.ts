/** The overlay's one-click suggestions, in their order (specification, 2.3). */
export const popularSearches = [
  'Summer Fashion',
  'Skincare Routine',
  'Home Decor',
  'Wellness Tips',
  'Beauty Products',
  'Makeup',
  'Hair Care',
  'Lifestyle',
] as const
