import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import {
  bodyOf,
  imageOf,
  SEEDED_GUIDES,
  SEWING_COMPARISON,
} from '../../supabase/functions/_shared/content/seeded-articles.ts'
import { AMAZON_PRODUCTS, amazonImage, amazonLink } from '../content/amazon-products.ts'
import { ARTICLES } from '../content/articles.ts'
import { PAGES } from '../content/pages.ts'
import { COLLECTIONS, HOMEPAGE } from '../content/tiles.ts'
import { WALLPAPER_COLLECTIONS } from '../content/wallpapers.ts'

/** The demo shop's words and pictures, in one transaction. Tables that hold anything already are left alone. */
export async function seedContent(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  try {
    await seedTable(client, 'homepage_settings', [HOMEPAGE])
    await seedTable(client, 'collections', collections())
    await seedTable(client, 'pages', await pages())
    await seedTable(client, 'blog_posts', await articles())
    await seedTable(client, 'amazon_products', amazonProducts())
    await seedWallpapers(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type ContentTable =
  | 'homepage_settings'
  | 'collections'
  | 'pages'
  | 'blog_posts'
  | 'amazon_products'
  | 'wallpaper_collections'
  | 'wallpapers'

/** Inserts rows of equal keys where the table is empty. Table and column names are this file's own. */
async function seedTable(
  client: pg.ClientBase,
  table: ContentTable,
  rows: readonly Readonly<Record<string, unknown>>[],
) {
  const { rowCount } = await client.query(`select from public.${table} limit 1`)
  if (rowCount) return
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(
    `insert into public.${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::public.${table}, $1)`,
    [JSON.stringify(rows)],
  )
}

const collections = () =>
  COLLECTIONS.map(({ picture, ...tile }, position) => ({
    ...tile,
    image_url: `/demo/collections/${picture}.webp`,
    display_order: position + 1,
    is_active: true,
  }))

const pages = () =>
  Promise.all(
    PAGES.map(async ({ url, name, file }) => ({ url, name, content: await body(`pages/${file}`), is_published: true })),
  )

/** One article a day, the first of the list today. */
const articles = () =>
  Promise.all(
    ARTICLES.map(async ({ postType, readMinutes, ...article }, age) => {
      const written = new Date(Date.now() - age * 86_400_000).toISOString()
      return {
        ...article,
        content: await (everyShops.has(article.slug) ? bodyOf(article) : body(`articles/${article.slug}`)),
        image_url: imageOf(article),
        read_time: `${readMinutes} min read`,
        post_type: postType,
        is_active: true,
        created_at: written,
        updated_at: written,
      }
    }),
  )

/** Articles whose text lies with the function that keeps them in every shop. */
const everyShops = new Set([...SEEDED_GUIDES, SEWING_COMPARISON].map(({ slug }) => slug))

const amazonProducts = () =>
  AMAZON_PRODUCTS.map((product, position) => ({
    product_title: product.title,
    category: product.category,
    image_url: amazonImage(position),
    product_url: amazonLink(product),
  }))

/** A minute between one and the next, so that newest first is the order of the list. */
async function seedWallpapers(client: pg.ClientBase) {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const rows = WALLPAPER_COLLECTIONS.map(({ wallpapers: _, ...collection }, age) => ({
    ...collection,
    is_active: true,
    created_at: minutesAgo(WALLPAPER_COLLECTIONS.length - age),
  }))
  await seedTable(client, 'wallpaper_collections', rows)
  const found = await client.query<{ id: string; slug: string }>('select id, slug from public.wallpaper_collections')
  const idOf = new Map(found.rows.map(({ id, slug }) => [slug, id]))
  const wallpapers = WALLPAPER_COLLECTIONS.flatMap((collection) =>
    collection.wallpapers.map(({ picture, ...wallpaper }) => ({
      ...wallpaper,
      collection_id: idOf.get(collection.slug) ?? null,
      image_url: `/demo/wallpapers/${picture}-720.webp`,
      download_url: `/demo/wallpapers/${picture}.jpg`,
      is_active: true,
    })),
  )
  await seedTable(
    client,
    'wallpapers',
    wallpapers.map((wallpaper, age) => ({ ...wallpaper, created_at: minutesAgo(age) })),
  )
}

const body = (name: string): Promise<string> => readFile(new URL(`../content/${name}.html`, import.meta.url), 'utf8')
