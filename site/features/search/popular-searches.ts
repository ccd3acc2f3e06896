import { siteConfig } from '#domain/site-config.ts'

/** The overlay's one-click suggestions, in their order (specification, 2.3), where the settings name no others. */
const suggestions = [
  'Summer Fashion',
  'Skincare Routine',
  'Home Decor',
  'Wellness Tips',
  'Beauty Products',
  'Makeup',
  'Hair Care',
  'Lifestyle',
] as const

export const popularSearches = (): readonly string[] => siteConfig.popularSearches ?? suggestions
