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

const categories = 'Beauty Fashion Wellness Relationships Lifestyle Self-Care Home Finance Career Fitness'.split(' ')

/** 'self-care' → 'Self-Care'; an unknown topic shows everything. */
export const topicCategory = (topic: string | null): string | undefined =>
  categories.find((category) => category.toLowerCase() === topic?.toLowerCase())
