/** What an empty article or page says (specification, 2.8). */
export const comingSoon = {
  title: 'Coming Soon',
  text: "We're updating this page with the latest content! Check back soon.",
} as const

/** The beginning of what the page keeper stores for an expected page that nobody has written yet. */
export const placeholderStart = '<h2>Coming Soon</h2>'
