import { formatDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import { siteConfig } from '#domain/site-config.ts'
import { withSubId } from '#domain/sub-id.ts'
import { webAddress } from '../catalogue/web-address.ts'
import type { MailEntry, MailPart, MailPlan } from '../mail/compose.ts'
import { type Interest, interestOf } from './interests.ts'
import { type ArticleNews, type DropNews, NEWS_DAYS, type News } from './news.ts'

/** The place of the email's links, in the networks' reports and in our own figures. */
const SLOT = 'newsletter'
/** Enough for two minutes of reading. */
const DROPS = 6
const ARTICLES = 3
const DAY_MS = 86_400_000

export interface Reader {
  sourcePage: string | null
  /** When the last edition was considered for them; null for their first. */
  consideredAt: Date | null
}

type Email = Omit<MailPlan, 'footer'> & { interest: Interest | null }

interface Occasion {
  reader: Reader
  news: News
  url: string
  now: Date
}

/** The week's email of one reader; null when nothing in it would be new for them. */
export function weeklyEmail({ reader, news, url, now }: Occasion): Email | null {
  const interest = interestOf(reader.sourcePage)
  const since = newSince(reader, now)
  const drops = onePerItem(
    news.drops.filter(({ droppedAt, category }) => droppedAt > since && wanted(interest?.products, category)),
  ).slice(0, DROPS)
  const articles = news.articles
    .filter(({ createdAt, category }) => createdAt > since && wanted(interest?.articles, category))
    .slice(0, ARTICLES)
  const paid = drops.flatMap(asDropEntry)
  if (paid.length === 0 && articles.length === 0) return null
  return {
    interest,
    subject: [
      ...(paid.length > 0 ? [paid.length === 1 ? 'One price that fell' : `${paid.length} prices that fell`] : []),
      ...(articles.length > 0 ? [articles.length === 1 ? 'one new article' : `${articles.length} new articles`] : []),
    ]
      .join(', and ')
      .replace(/^one/, 'One'),
    heading: `What is new at ${siteConfig.name}`,
    parts: [
      ...(paid.length > 0 ? dropParts(paid, drops) : []),
      ...(articles.length > 0
        ? [
            { kind: 'heading', text: 'New to read' } as const,
            { kind: 'entries', entries: articles.map((article) => asArticleEntry(article, url)) } as const,
          ]
        : []),
    ],
  }
}

/** A first email tells the news of a week; whoever was left out for longer is not told all of it. */
function newSince({ consideredAt }: Reader, now: Date): Date {
  const earliest = new Date(now.getTime() - NEWS_DAYS * DAY_MS)
  const before = consideredAt ?? new Date(now.getTime() - 7 * DAY_MS)
  return before > earliest ? before : earliest
}

const wanted = (categories: readonly string[] | undefined, category: string): boolean =>
  categories === undefined || categories.includes(category)

/** The biggest drop of each item: they come in that order. */
function onePerItem(drops: readonly DropNews[]): DropNews[] {
  const seen = new Set<string>()
  return drops.filter(({ item }) => !seen.has(item) && seen.add(item))
}

/** The affiliate disclosure stands above the first paid link, whatever else is in the email. */
function dropParts(entries: readonly MailEntry[], drops: readonly DropNews[]): MailPart[] {
  const asOf = new Date(Math.min(...drops.map((drop) => drop.asOf.getTime())))
  const own = new Set(drops.flatMap(({ disclosure }) => disclosure ?? []))
  return [
    { kind: 'text', text: [siteConfig.disclosure, ...own].join(' ') },
    { kind: 'heading', text: 'Prices that fell' },
    { kind: 'entries', entries },
    {
      kind: 'text',
      text: `Each is compared with the lowest price of the thirty days before. Prices were checked on ${formatDate(asOf.toISOString())} or after it; the price on the shop’s page is the one that counts.`,
    },
  ]
}

function asDropEntry(drop: DropNews): MailEntry[] {
  const address = webAddress(drop.link)
  const price = formatPrice(drop.price, drop.currency)
  const wasPrice = formatPrice(drop.wasPrice, drop.currency)
  if (!address || !price || !wasPrice) return []
  const percent = Math.floor((1 - drop.price / drop.wasPrice) * 100)
  return [
    {
      label: `${drop.name} at ${drop.merchant}`,
      href: withSubId(address, SLOT, drop.source),
      text: `${price}, was ${wasPrice}${percent > 0 ? `: ${percent}% less` : ''}.`,
    },
  ]
}

const asArticleEntry = ({ title, slug, excerpt, generated }: ArticleNews, url: string): MailEntry => ({
  label: title,
  href: `${url}/blog/${encodeURIComponent(slug)}?utm_source=${SLOT}&utm_medium=email`,
  text: [excerpt ?? '', generated ? 'Put together by rule from our catalog.' : ''].filter(Boolean).join(' '),
})
