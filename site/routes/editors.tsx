import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { ArticleWall, ArticleWallSkeleton, NoPosts } from '#site/features/journal/article-list.tsx'
import { editorsData, editorsPageSize, editorsQuery } from '#site/features/journal/editors.ts'
import { editorsPath } from '#site/features/journal/editors-path.ts'
import { listHead, listStatus } from '#site/features/listing/list-head.ts'
import { PageSteps } from '#site/features/listing/pager.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { BlockContent } from '#site/ui/block-content.tsx'
import { JsonLd } from '#site/ui/json-ld.tsx'
import type { Route } from './+types/editors.ts'

const intro =
  'The editors of this shop sign together. They write and check everything below. What a rule put together from the catalog says so on its own page, and is not listed here.'
const hrefOf = (page: number) => (page > 1 ? `${editorsPath}?page=${page}` : editorsPath)
/** Further in than any journal goes; each page skips those before it. */
const lastPage = 100

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta({ ...loaderData.head, description: intro, siteUrl: siteUrlOf(matches) }) : []

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = Number(url.searchParams.get('page') ?? 1)
  const page = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, lastPage) : 1
  const written = await loadQuery(context, editorsQuery(page))
  const shown = dataOf(written)?.articles.length
  const head = listHead({ title: siteConfig.byline, page, path: hrefOf(page), shown })
  const structured = editorsData(context.get(siteContext).siteUrl)
  return data({ written, page, head, structured }, listStatus({ page, shown }))
}

export default function Editors({ loaderData: { written, page, structured } }: Route.ComponentProps) {
  const block = useBlock(editorsQuery(page), written)
  return (
    <div className={layout.wrap}>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>Who writes here</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          {siteConfig.byline.split(' ').slice(0, -1).join(' ')} <em>{siteConfig.byline.split(' ').at(-1)}</em>
        </h1>
        <p className={layout.lede}>
          {intro}{' '}
          <a href="/about" className={controls.textLink}>
            About us
          </a>
        </p>
      </header>
      <BlockContent block={block} loading={<ArticleWallSkeleton />} failed={(_, retry) => <NoPosts retry={retry} />}>
        {({ articles, total }) =>
          articles.length > 0 ? (
            <>
              <ArticleWall articles={articles} dated />
              {total > editorsPageSize && (
                <PageSteps page={page} last={Math.ceil(total / editorsPageSize)} href={hrefOf} />
              )}
            </>
          ) : (
            <NoPosts />
          )
        }
      </BlockContent>
      <JsonLd data={structured} />
    </div>
  )
}
