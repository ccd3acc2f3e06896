import { data, useNavigation } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatDate } from '#domain/dates.ts'
import { siteConfig } from '#domain/site-config.ts'
import * as articleStyles from '#site/features/journal/article.module.css'
import { ComingSoon } from '#site/features/journal/article-body.tsx'
import * as articleCardStyles from '#site/features/journal/article-card.module.css'
import { ArticleSkeleton } from '#site/features/journal/article-skeleton.tsx'
import { Sections } from '#site/features/journal/sections.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { type LoadedPage, loadPage } from '#site/features/pages/load-page.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { JsonLd } from '#site/ui/json-ld.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/page.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData
    ? pageMeta({
        title: loaderData.name,
        description: `${loaderData.name} at ${siteConfig.name}. ${siteConfig.description}`,
        path: loaderData.path,
        siteUrl: siteUrlOf(matches),
        noindex: loaderData.empty,
      })
    : []

/** Any address without a screen of its own: the published page of that address, or the 404. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { pathname: path } = url
  const written = await loadPage(context, path)
  const page = dataOf(written.page)
  if (page === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const empty = !page?.text.sections.length
  return { written, path, name: page?.name ?? 'Page', empty }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <div className={`${layout.wrap} ${articleStyles.article}`}>
      <PageBody path={loaderData.path} written={loaderData.written} />
    </div>
  )
}

function PageBody({ path, written }: { path: string; written: LoadedPage }) {
  const page = dataOf(written.page)
  const { location } = useNavigation()
  if (!page) {
    if (location?.pathname === path) return <ArticleSkeleton />
    return (
      <StateNote kind="error" title="Error" heading text={'error' in written.page ? written.page.error : undefined}>
        <a href={path} className={`${controls.button} ${controls.quiet}`}>
          Try Again
        </a>
      </StateNote>
    )
  }
  const { sections, questions, hasPaidLinks } = page.text
  return (
    <article>
      <header className={articleStyles.articleHead}>
        <p className={articleCardStyles.articleFacts}>
          Last updated <time dateTime={page.updated_at}>{formatDate(page.updated_at)}</time>
        </p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{page.name}</h1>
      </header>
      {hasPaidLinks && <DisclosureLine />}
      {sections.length > 0 ? <Sections sections={sections} products={written.products} /> : <ComingSoon />}
      {questions && <JsonLd data={questions} />}
    </article>
  )
}
