/** The year of generated titles; raised by hand, never by the clock (specification, 9). */
export const CONTENT_YEAR = 2025
/** The monthly deals are those of this month (specification, 9). A new edition is a new post. */
export const MONTHLY_EDITION = `March ${CONTENT_YEAR}`
/** The edition's date: the month's first day, whenever a shop is set up. */
export const MONTHLY_DATE = `${CONTENT_YEAR}-03-01T09:00:00Z`

const SEASONS = ['Winter', 'Spring', 'Summer', 'Fall'] as const

/** Of the northern hemisphere: December is winter. UTC, like everything that runs by the clock. */
export const seasonOf = (date: Date): (typeof SEASONS)[number] =>
  SEASONS[Math.floor(((date.getUTCMonth() + 1) % 12) / 3)] ?? 'Winter'

export const BLOG_CATEGORIES = [
  'Beauty',
  'Fashion',
  'Wellness',
  'Relationships',
  'Lifestyle',
  'Self-Care',
  'Home',
  'Finance',
  'Career',
  'Fitness',
] as const
export type BlogCategory = (typeof BLOG_CATEGORIES)[number]

/** From Sunday on. */
const BY_WEEKDAY = ['Self-Care', 'Beauty', 'Fashion', 'Wellness', 'Relationships', 'Lifestyle', 'Home'] as const

/** What is written about when nobody says what. */
export const categoryOfDay = (date: Date): BlogCategory => BY_WEEKDAY[date.getUTCDay()] ?? 'Lifestyle'

export const monthOf = (date: Date): string => date.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })

/** A whole number from low to high, both included. */
export const between = (low: number, high: number, random: () => number): number =>
  low + Math.min(high - low, Math.floor(random() * (high - low + 1)))

/** The number in titles, and minutes to read (specification, 9). */
export const titleNumber = (random: () => number): number => between(5, 11, random)
export const readMinutes = (random: () => number): number => between(3, 7, random)
