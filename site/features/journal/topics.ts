/** Topic chips of the blog list (specification, 2.7). */
export const blogTopics = [
  { label: 'Beauty', to: '/beauty' },
  { label: 'Fashion', to: '/fashion' },
  { label: 'Wellness', to: '/lifestyle' },
  { label: 'Home', to: '/shop' },
  { label: 'Relationships', to: '/blog?topic=relationships' },
  { label: 'Finance', to: '/blog?topic=finance' },
  { label: 'Self-Care', to: '/blog?topic=self-care' },
] as const

/** Topic chips of the Beauty Tips & Trends page (specification, 2.7). */
export const beautyTopics = [
  { label: 'Skincare', to: '/skincare' },
  { label: 'Makeup', to: '/makeup' },
  { label: 'Hair', to: '/hair' },
  { label: 'Bath & Body', to: '/bath-body' },
  { label: 'Fragrance', to: '/fragrance' },
  { label: 'Tools', to: '/tools' },
] as const

/** Every blog category (specification, 3). */
export const blogCategories =
  'Beauty Fashion Wellness Relationships Lifestyle Self-Care Home Finance Career Fitness'.split(' ')

/** 'self-care' → 'Self-Care'; an unknown topic shows everything. */
export const topicCategory = (topic: string | null): string | undefined =>
  blogCategories.find((category) => category.toLowerCase() === topic?.toLowerCase())
