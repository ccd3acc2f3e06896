import type { GeneratedPost } from './generate-post.ts'

/** SQL as service_role. */
export interface Store {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
}

export type Stored = { success: true; url: string } | { success: false; error: string }

export const ALREADY_THERE = 'A blog post with this title already exists'

interface StoreOptions {
  overwrite: boolean
  warn: (fields: object, message: string) => void
}

/**
 * Publishes an article: its body as the page /blog/{slug}, its summary in the journal. One that is there already, under
 * whichever of the two, is left alone unless it is to be overwritten; then it stays published.
 */
export async function storePost(store: Store, post: GeneratedPost, { overwrite, warn }: StoreOptions): Promise<Stored> {
  const url = `/blog/${post.slug}`
  try {
    const found = await store.query(
      `select (select id from public.pages where url = $1) as page, (select id from public.blog_posts where slug = $2) as post`,
      [url, post.slug],
    )
    const { page, post: summary } = found.rows[0] ?? {}
    if ((page || summary) && !overwrite) return { success: false, error: ALREADY_THERE }
    const written = await writePage(store, { url, post, exists: Boolean(page) })
    if (!written.success) return written
    try {
      await writeSummary(store, post)
    } catch (error) {
      warn({ err: error, url }, 'the article is published, but its summary could not be written')
    }
    return { success: true, url }
  } catch (error) {
    return { success: false, error: `An error occurred: ${reasonOf(error)}` }
  }
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

interface Page {
  url: string
  post: GeneratedPost
  exists: boolean
}

async function writePage(store: Store, { url, post, exists }: Page): Promise<Stored> {
  try {
    await store.query(
      exists
        ? 'update public.pages set name = $2, content = $3, is_published = true, updated_at = now() where url = $1'
        : `insert into public.pages (url, name, content, is_published) values ($1, $2, $3, true)`,
      [url, post.title, post.content],
    )
    return { success: true, url }
  } catch (error) {
    const doing = exists ? 'Failed to update blog post' : 'Failed to create blog post page'
    return { success: false, error: `${doing}: ${reasonOf(error)}` }
  }
}

/** The summary has no body of its own: it is the page's. */
const writeSummary = (store: Store, post: GeneratedPost) =>
  store.query(
    `insert into public.blog_posts (slug, title, excerpt, image_url, category, read_time, post_type, generated, created_at, is_active)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9::timestamptz, now()), true)
     on conflict (slug) do update
     set title = excluded.title, excerpt = excluded.excerpt, image_url = excluded.image_url,
         category = excluded.category, read_time = excluded.read_time, post_type = excluded.post_type, generated = excluded.generated,
         created_at = coalesce($9::timestamptz, blog_posts.created_at), content = null, is_active = true`,
    [
      post.slug,
      post.title,
      post.excerpt,
      post.imageUrl,
      post.category,
      post.readTime,
      post.postType,
      post.generated ?? false,
      post.publishedAt ?? null,
    ],
  )
