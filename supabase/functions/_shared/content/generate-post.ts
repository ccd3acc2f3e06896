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
/** Cards in one row of an article. */
const ROW = 4

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

/** The ten finds of the month's edition. */
export function monthlyDeals({ products, random }: Pick<Occasion, 'products' | 'random'>): GeneratedPost {
  const top = products.slice(0, TOP_LENGTH)
  return post({
    title: MONTHLY_TITLE,
    category: 'Lifestyle',
    excerpt: `The top ${TOP_LENGTH} of the month, each with the shop that sells it and the last price it told us.`,
    content: [
      paragraph(
        escapeText(
          'Ten of the newest things in our catalog, chosen by rule: in stock, with a known price, and no more than two of one category. No place in the list is for sale, and the price on each card is the last one that its shop told us.',
        ),
      ),
      heading('The first four'),
      ...top.slice(0, ROW).map(shelfLink),
      heading('And the rest of the ten'),
      steps(top.slice(ROW).map(named)),
      heading('How to read a deal'),
      paragraph(
        escapeText('A lower price is only one if somebody asked the higher one. Our '),
        link('/blog/real-discount-or-loud-one', 'guide to discounts'),
        escapeText(' shows how to tell, and the '),
        link('/offers', 'offers page'),
        escapeText(' lists the prices that fell below what we had read for thirty days.'),
      ),
      ...questions({ questions: aboutMonthlyDeals }),
    ],
    random,
    postType: 'featured',
    imageUrl: '/demo/articles/monthly-deals.webp',
    publishedAt: MONTHLY_DATE,
  })
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
