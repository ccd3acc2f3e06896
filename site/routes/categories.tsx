import * as layout from '#design/layout.module.css'
import * as brandsStyles from '#site/features/brands/brands.module.css'
import { categoryLinks } from '#site/features/catalogue/category-links.ts'
import { directoryQuery } from '#site/features/catalogue/queries.ts'
import { CategoryTabs } from '#site/features/layout/category-tabs.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/categories.ts'

const intro = 'Everything in the catalog by its kind, with how many items there are of each today.'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: 'Categories',
    description: intro,
    path: '/categories',
    siteUrl: siteUrlOf(matches),
    noindex: !loaderData?.categories?.length,
  })

export async function loader({ context }: Route.LoaderArgs) {
  const directory = dataOf(await loadQuery(context, directoryQuery('category')))
  return { categories: directory && categoryLinks(directory) }
}

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <>
      <CategoryTabs />
      <div className={layout.wrap}>
        <header className={layout.pageHead}>
          <p className={layout.kicker}>Catalog</p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>Categories</h1>
          <p className={layout.lede}>{intro}</p>
        </header>
        {categories?.length ? (
          <ul className={brandsStyles.everyBrand} data-part="categories">
            {categories.map(({ name, path, items }) => (
              <li key={path}>
                <a href={path}>{name}</a> <span>{items.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ul>
        ) : (
          <StateNote
            kind={categories ? 'empty' : 'error'}
            title={categories ? 'No categories yet' : 'Failed to load the categories'}
          >
            <a href="/products">See all products</a>
          </StateNote>
        )}
      </div>
    </>
  )
}
