import { escapeText } from 'entities'
import {
  type BlogCategory,
  CONTENT_YEAR,
  categoryOfDay,
  MONTHLY_DATE,
  MONTHLY_EDITION,
  monthOf,
  readMinutes,
  seasonOf,
  titleNumber,
} from './calendar.ts'
import { bullets, heading, link, paragraph, steps } from './html.ts'
import { productPath, slugOf } from './slug.ts'
import { aboutMonthlyDeals, type Template, templateOf } from './templates.ts'

/** A product of the catalogue as an article names it. Prices are not written down: the page reads them when it is shown. */
export interface NamedProduct {
  id: number
  name: string
  merchant: string
}

/** An article as it is stored: its body in `pages`, its summary in `blog_posts`. */
export interface GeneratedPost {
  slug: string
  title: string
  excerpt: string
  category: string
  content: string
  imageUrl: string | null
  readTime: string
  postType: 'featured' | 'beauty' | 'lifestyle'
  /** By a rule, not by people: it is not signed. */
  generated?: boolean
  /** Where it is another time than that of storing it. */
  publishedAt?: string
}

/** Products of a generated list, and of the monthly one (specification, 9). */
export const LIST_LENGTH = 5
export const TOP_LENGTH = 10

export interface Occasion {
  date: Date
  random: () => number
  products: readonly NamedProduct[]
}

/** An article of a category; without one, of the weekday's. */
export function generatePost({
  date,
  random,
  products,
  category = categoryOfDay(date),
}: Occasion & {
  category?: BlogCategory
}): GeneratedPost {
  const template = templateOf(category)
  const words = { season: seasonOf(date), year: CONTENT_YEAR, number: titleNumber(random) }
  const titles = template.titles
  const title = titles[Math.floor(random() * titles.length) % titles.length]?.(words) ?? category
  return post({
    title,
    category,
    excerpt: template.excerpt(words),
    content: [
      paragraph(escapeText(template.intro)),
      heading('What helps'),
      bullets(template.tips.map(escapeText)),
      ...recommendations(template, products.slice(0, LIST_LENGTH)),
      ...questions(template),
    ],
    random,
    postType: template.postType,
    imageUrl: template.picture,
  })
}

/** The week's finds of a category. */
export function weeklyRoundup({
  date,
  random,
  products,
  category = categoryOfDay(date),
}: Occasion & {
  category?: BlogCategory
}): GeneratedPost {
  const template = templateOf(category)
  const day = `${monthOf(date)} ${date.getUTCDate()}`
  const found = products.slice(0, LIST_LENGTH)
  return post({
    title: `Weekly ${category} Roundup: ${found.length} Finds for the Week of ${day}, ${CONTENT_YEAR}`,
    category,
    excerpt: `What came in lately for ${category.toLowerCase()}, from the shops we follow.`,
    content: [paragraph(escapeText(template.intro)), ...recommendations(template, found), ...questions(template)],
    random,
    postType: template.postType,
    imageUrl: template.picture,
  })
}

export const MONTHLY_TITLE = `Monthly Deals: The Top ${TOP_LENGTH} of ${MONTHLY_EDITION}`

interface MonthlyOccasion extends Pick<Occasion, 'products' | 'random'> {
  /** So many of the first had fallen in price when they were chosen. */
  fallen: number
  drawnUp: Date
}

/** The ten of the month's edition: chosen once, when it is written, and kept. */
export function monthlyDeals({ products, fallen, drawnUp, random }: MonthlyOccasion): GeneratedPost {
  const top = products.slice(0, TOP_LENGTH)
  return post({
    title: MONTHLY_TITLE,
    category: 'Lifestyle',
    excerpt: `A top ${TOP_LENGTH} that was chosen once and has been kept, each with its shop and the last price it told us.`,
    content: [
      paragraph(escapeText(`${howChosen(fallen, drawnUp)} No place in the list is for sale.`)),
      paragraph(
        `${escapeText(
          `The edition keeps its name and date, ${MONTHLY_EDITION}, and its ten stay as they were chosen. What each costs now stands on its card; what has fallen since is on the page of the `,
        )}${link('/monthly-deals', 'month’s price drops')}.`,
      ),
      heading('The ten'),
      ...top.map(shelfLink),
      heading('How to read a deal'),
      paragraph(
        escapeText('A lower price is only one if somebody asked the higher one. Our '),
        link('/blog/real-discount-or-loud-one', 'guide to discounts'),
        escapeText(' shows how to tell, and the '),
        link('/deals', 'price drops'),
        escapeText(' are those that our own readings prove.'),
      ),
      ...questions({ questions: aboutMonthlyDeals }),
    ],
    random,
    postType: 'featured',
    imageUrl: '/demo/articles/monthly-deals.webp',
    publishedAt: MONTHLY_DATE,
  })
}

const fullDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Only what was so on the day: a catalogue that is new has read too little to prove a drop. */
function howChosen(fallen: number, drawnUp: Date): string {
  const day = fullDate.format(drawnUp)
  const rule = 'No more than two are of one category.'
  const proven = 'below every price of the thirty days before, by our own readings'
  if (fallen >= TOP_LENGTH)
    return `Ten things that stood ${proven}, when this list was drawn up on ${day}. The biggest drops come first. ${rule}`
  const newest = 'the newest in our catalog, in stock and with a known price'
  if (fallen === 0) return `Ten things that were ${newest}, when this list was drawn up on ${day}. ${rule}`
  const first = fallen === 1 ? 'The first' : `The first ${fallen}`
  return `Ten things from our catalog, drawn up on ${day}. ${first} stood ${proven}, the biggest drop first; the others were ${newest}. ${rule}`
}

interface Draft {
  title: string
  category: string
  excerpt: string
  content: readonly string[]
  random: () => number
  postType: GeneratedPost['postType']
  imageUrl: string
  publishedAt?: string
}

const post = ({
  title,
  category,
  excerpt,
  content,
  random,
  postType,
  imageUrl,
  publishedAt,
}: Draft): GeneratedPost => ({
  slug: slugOf(title),
  title,
  excerpt,
  category,
  content: content.join('\n'),
  imageUrl,
  readTime: `${readMinutes(random)} min read`,
  postType,
  generated: true,
  publishedAt,
})

const named = (product: NamedProduct): string =>
  `${link(productPath(product), product.name)}${escapeText(` at ${product.merchant}`)}`

/** A paragraph that is nothing but a link to a product: the page follows it with the live card. */
const shelfLink = (product: NamedProduct): string => paragraph(link(productPath(product), product.name))

function recommendations({ shelf }: Template, products: readonly NamedProduct[]): string[] {
  const [category] = shelf
  return [
    heading('Affiliate recommendations'),
    ...(products.length > 0 ? [steps(products.map(named))] : []),
    paragraph(link(`/products?category=${encodeURIComponent(category)}`, `More from the shops: ${category}`)),
  ]
}

const questions = (template: Pick<Template, 'questions'>): string[] => [
  heading('Questions and answers'),
  ...template.questions.flatMap(([question, answer]) => [heading(question, 3), paragraph(escapeText(answer))]),
]
