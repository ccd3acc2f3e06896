import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeaturedProducts } from '#site/features/home/featured-products.tsx'
import { homeQueries } from '#site/features/home/queries.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import type { Route } from './+types/home.ts'

type HomeData = Route.ComponentProps['loaderData']

test('a block is drawn with what its loader sent', () => {
  const Shown = ({ featured }: Pick<HomeData, 'featured'>) => (
    <FeaturedProducts products={useBlock(homeQueries.featured, featured)} />
  )
  expect(renderToString(<Shown featured={{ error: 'away' }} />)).toContain('Failed to load products')
})

/**
 * `tsc -p site` is the test: it fails when one of these compiles, because each `@ts-expect-error` then expects nothing.
 * None of them is ever run.
 */
test('a block cannot ask for what its loader did not load', () => {
  const refused = [
    // @ts-expect-error a block without data is not one that waits: there is no such state
    () => <FeaturedProducts />,
    // @ts-expect-error the home page's loader loads no wallpapers
    ({ wallpapers }: HomeData) => wallpapers,
    // @ts-expect-error a result is not data before somebody has looked whether it failed
    ({ featured }: HomeData) => featured.data,
    // @ts-expect-error another query's result is of another type
    ({ articles }: HomeData) => useBlock(homeQueries.featured, articles),
    // @ts-expect-error a result that the loader may leave out must be looked for first
    (featured: HomeData['featured'] | null) => useBlock(homeQueries.featured, featured),
  ]
  expect(refused).toHaveLength(5)
})
