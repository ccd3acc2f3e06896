import { useNavigation } from 'react-router'
import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { Gallery } from '#site/features/wallpapers/gallery.tsx'
import { galleryQuery, type WallpaperCollection, wallpaperCollectionsQuery } from '#site/features/wallpapers/queries.ts'
import { defaultGallery } from '#site/features/wallpapers/wallpaper-file.ts'
import * as wallpapersStyles from '#site/features/wallpapers/wallpapers.module.css'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { useBlock } from '#site/ssr/data/use-block.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { Art } from '#site/ui/art.tsx'
import type { Route } from './+types/wallpapers.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { slug, name, empty } = loaderData
  return pageMeta({
    title: name ? `${name} Phone Wallpapers` : 'Phone Wallpapers',
    description:
      'Free phone wallpapers, drawn by us: dahlias, checks, cut paper and night skies, made for tall screens and calm under the clock.',
    path: slug === defaultGallery ? '/wallpapers' : `/wallpapers?collection=${slug}`,
    siteUrl: siteUrlOf(matches),
    image: '/art/wallpapers.webp',
    noindex: empty,
  })
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = url.searchParams.get('collection') ?? ''
  const slug = /^[a-z0-9-]{1,100}$/.test(asked) ? asked : asked ? 'no-such-collection' : defaultGallery
  const [gallery, collections] = await Promise.all([
    loadQuery(context, galleryQuery(slug)),
    loadQuery(context, wallpaperCollectionsQuery()),
  ])
  const chosen = dataOf(collections)?.find((collection) => collection.slug === slug)
  return {
    gallery,
    collections,
    slug,
    name: slug === defaultGallery ? null : (chosen?.name ?? null),
    empty: dataOf(gallery)?.length === 0,
  }
}

export default function Wallpapers({ loaderData }: Route.ComponentProps) {
  const { gallery, collections, slug } = loaderData
  const wallpapers = useBlock(galleryQuery(slug), gallery)
  const { location } = useNavigation()
  const next = location?.pathname === '/wallpapers' ? new URLSearchParams(location.search).get('collection') : slug
  return (
    <>
      <div className={wallpapersStyles.playHero}>
        <Art
          name="wallpapers"
          widths={[720, 1440]}
          sizes="100vw"
          width={1600}
          height={680}
          className={wallpapersStyles.playHeroArt}
          first
        />
        <header className={`${layout.wrap} ${wallpapersStyles.playHeroText}`}>
          <a href="/" className={wallpapersStyles.backLink}>
            <ArrowIcon />
            Back to Home
          </a>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            Phone <em>Wallpapers</em>
          </h1>
          <p className={layout.lede}>
            Drawn by us, sized for tall screens, and calm where the clock stands. Take as many as you have moods.
          </p>
        </header>
      </div>
      <div className={`${layout.wrap} ${wallpapersStyles.wallpapers}`}>
        <Collections current={slug} collections={dataOf(collections) ?? []} />
        <Gallery slug={slug} wallpapers={wallpapers} loading={(next ?? defaultGallery) !== slug} />
        <p className={wallpapersStyles.licence}>
          Free for personal use: your phone, your tablet, a friend’s. Please do not sell them or print them for sale.
        </p>
      </div>
    </>
  )
}

interface CollectionsProps {
  current: string
  collections: readonly WallpaperCollection[]
}

function Collections({ current, collections }: CollectionsProps) {
  const shown = collections.find(({ slug }) => slug === current)
  if (collections.length < 2) return null
  return (
    <nav aria-label="Wallpaper collections" className={wallpapersStyles.wallpaperCollections}>
      <ul>
        {collections.map(({ slug, name }) => (
          <li key={slug}>
            <a
              href={slug === defaultGallery ? '/wallpapers' : `/wallpapers?collection=${slug}`}
              className={controls.chip}
              aria-current={slug === current ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {shown?.description && <p>{shown.description}</p>}
    </nav>
  )
}
