import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { type Animal, isAnimal, results } from '#domain/quiz-results.ts'
import { ArticleCard } from '#site/features/journal/article-card.tsx'
import * as articleWallStyles from '#site/features/journal/article-wall.module.css'
import { type ArticleSummary, articlesQuery } from '#site/features/journal/articles.ts'
import { ProductGrid } from '#site/features/listing/product-grid.tsx'
import { productsQuery } from '#site/features/listing/products.ts'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import * as quizResultStyles from '#site/features/quiz/quiz-result.module.css'
import { clearQuiz } from '#site/features/quiz/quiz-storage.ts'
import { ShareResult } from '#site/features/quiz/share-result.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { Art } from '#site/ui/art.tsx'
import { SectionHead } from '#site/ui/section-head.tsx'
import type { Route } from './+types/quiz-result.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { animal } = loaderData
  return pageMeta({
    title: `${results[animal].title}: Spirit Animal Quiz`,
    description: `${results[animal].share} Four questions, about 2 minutes.`,
    path: `/quiz/spirit-animal/${animal}`,
    siteUrl: siteUrlOf(matches),
    image: `/art/quiz-${animal}.webp`,
  })
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { animal } = params
  if (!isAnimal(animal)) throw data(null, { status: 404, statusText: 'Not Found' })
  const [products, articles] = await Promise.all([
    loadQuery(context, productsFor(animal)),
    loadQuery(context, articlesFor(animal)),
  ])
  return { products, articles, animal }
}

const productsFor = (animal: Animal) => productsQuery({ category: results[animal].products, limit: 4 })
const articlesFor = (animal: Animal) => articlesQuery({ category: results[animal].articles, limit: 2 })

/** A result has an address of its own: it can be sent, and says nothing about who got it. */
export default function QuizResult({ loaderData, matches }: Route.ComponentProps) {
  const { animal } = loaderData
  const { emoji, title, description } = results[animal]
  return (
    <>
      <div className={`${layout.wrap} ${quizResultStyles.quizResult}`}>
        <Art
          name={`quiz-${animal}`}
          widths={[360, 720]}
          sizes="(min-width: 1024px) 36vw, 92vw"
          width={720}
          height={720}
          className={quizResultStyles.quizPortrait}
          first
        />
        <div className={quizResultStyles.quizVerdict}>
          <p className={layout.kicker}>Spirit Animal Quiz: the result</p>
          <p className={quizResultStyles.quizBigEmoji} data-part="quiz-big-emoji" aria-hidden="true">
            {emoji}
          </p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
          <p className={layout.lede}>{description}</p>
          <ShareResult animal={animal} url={`${siteUrlOf(matches)}/quiz/spirit-animal/${animal}`} />
          <p>
            <a href="/quiz/spirit-animal" className={`${controls.button} ${controls.quiet}`} onClick={clearQuiz}>
              Take Again
            </a>
          </p>
          <ul className={quizResultStyles.quizLinks}>
            <li>
              <a href="/lifestyle" className={controls.textLink}>
                Lifestyle Tips
              </a>
            </li>
            <li>
              <a href="/beauty" className={controls.textLink}>
                Beauty Guides
              </a>
            </li>
            <li>
              <a href="/quiz/spirit-animal" className={controls.textLink} onClick={clearQuiz}>
                More Quizzes
              </a>
            </li>
          </ul>
        </div>
      </div>
      <div className={layout.wrap}>
        <Matches
          animal={animal}
          offers={dataOf(loaderData.products) ?? []}
          articles={dataOf(loaderData.articles) ?? []}
        />
      </div>
    </>
  )
}

/** Fed live from the catalogue and the journal; a part that has nothing, or failed, is left out. */
interface MatchesProps {
  animal: Animal
  offers: readonly Offer[]
  articles: readonly ArticleSummary[]
}

function Matches({ animal, offers, articles }: MatchesProps) {
  const { title, products } = results[animal]
  return (
    <>
      {offers.length > 0 && (
        <section aria-labelledby="match-products" className={`${layout.section} ${layout.compact}`}>
          <SectionHead
            id="match-products"
            kicker={title}
            title="Things you will probably like"
            more={{ label: `See all ${products}`, to: `/products?category=${encodeURIComponent(products)}` }}
          />
          <DisclosureLine />
          <ProductGrid offers={offers} slot="quiz" />
        </section>
      )}
      {articles.length > 0 && (
        <section aria-labelledby="match-articles" className={`${layout.section} ${layout.compact}`}>
          <SectionHead id="match-articles" title="And something to read" more={{ label: 'The journal', to: '/blog' }} />
          <ul className={articleWallStyles.articlePairs}>
            {articles.map((article) => (
              <li key={article.slug}>
                <ArticleCard article={article} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
