import { data, useNavigation } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { siteConfig } from '#domain/site-config.ts'
import { ComingSoon } from '#site/features/journal/article-body.tsx'
import { ArticleSkeleton } from '#site/features/journal/article-skeleton.tsx'
import { contentQueries } from '#site/features/journal/content.ts'
import { Sections } from '#site/features/journal/sections.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { pageQuery } from '#site/features/pages/queries.ts'
import { load } from '#site/ssr/data/load.ts'
import { PageData, useShopQuery } from '#site/ssr/data/use-query.tsx'
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
  const query = pageQuery(path)
  const { state, get } = await load(context, [query])
  const page = get(query)
  if (page === null) throw data(null, { status: 404, statusText: 'Not Found' })
  const more = await load(context, contentQueries(page?.text))
  const empty = !page?.text.sections.length
  return { state: { ...state, ...more.state }, path, name: page?.name ?? 'Page', empty }
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return (
    <PageData state={loaderData.state}>
      <div className="wrap article">
        <PageBody path={loaderData.path} />
      </div>
    </PageData>
  )
}

function PageBody({ path }: { path: string }) {
  const { data: page, error } = useShopQuery(pageQuery(path))
  const { location } = useNavigation()
  if (!page) {
    if (location?.pathname === path) return <ArticleSkeleton />
    return (
      <StateNote kind="error" title="Error" heading text={error}>
        <a href={path} className="button quiet">
          Try Again
        </a>
      </StateNote>
    )
  }
  const { sections, questions, hasPaidLinks } = page.text
  return (
    <article>
      <header className="article-head">
        <p className="article-facts">
          Last updated <time dateTime={page.updated_at}>{formatDate(page.updated_at)}</time>
        </p>
        <h1 className="display page-title">{page.name}</h1>
      </header>
      {hasPaidLinks && <DisclosureLine />}
      {sections.length > 0 ? <Sections sections={sections} /> : <ComingSoon />}
      {questions && <JsonLd data={questions} />}
    </article>
  )
}
