import { EXPECTED_PAGES, PLACEHOLDER } from './expected-pages.ts'
import { reasonOf, type Store } from './store-post.ts'

export interface PageCheck {
  status: 'success' | 'warning' | 'error'
  message: string
  created: string[]
  issues: string[]
}

type Warn = (fields: object, message: string) => void

/** Creates the expected pages that are missing. An unpublished page is not missing: somebody took it away. */
export async function checkPages(store: Store, warn: Warn): Promise<PageCheck> {
  let published: Set<unknown>
  try {
    const { rows } = await store.query('select url from public.pages where is_published')
    published = new Set(rows.map((row) => row.url))
  } catch (error) {
    warn({ err: error }, 'Error checking pages consistency')
    return { status: 'error', message: 'Failed to run page consistency check', created: [], issues: [reasonOf(error)] }
  }
  const created: string[] = []
  const issues: string[] = []
  for (const { url, name } of EXPECTED_PAGES) {
    if (published.has(url)) continue
    try {
      const { rowCount } = await store.query(
        `insert into public.pages (name, url, content, is_published) values ($1, $2, $3, true)
         on conflict (url) do nothing`,
        [name, url, PLACEHOLDER],
      )
      if (rowCount) created.push(url)
    } catch (error) {
      warn({ err: error, url }, 'an expected page could not be created')
      issues.push(`${url}: ${reasonOf(error)}`)
    }
  }
  return issues.length > 0
    ? { status: 'warning', message: 'Page check completed with issues. Check console for details.', created, issues }
    : { status: 'success', message: `Page check completed: ${created.length} pages created`, created, issues }
}

export type LinkCheck = { status: 'success'; broken: string[] } | { status: 'error'; message: string }

/** Links from published texts to articles that nobody can read. */
export async function checkLinks(store: Store): Promise<LinkCheck> {
  try {
    const { rows } = await store.query(
      `with texts as (
         select content from public.pages where is_published
         union all
         select content from public.blog_posts where is_active and content is not null
       ), linked as (
         select distinct regexp_replace(found[1], '[?#].*$', '') as path
         from texts, regexp_matches(left(content, 100000), 'href="(/blog/[^"]+)"', 'g') as found
       )
       select path from linked
       where not exists (select from public.pages where url = path and is_published)
         and not exists (select from public.blog_posts where '/blog/' || slug = path and is_active)
         and not exists (select from public.comparison_posts where '/blog/' || slug = path and status <> 'draft')
       order by path limit 100`,
    )
    return { status: 'success', broken: rows.map((row) => String(row.path)) }
  } catch {
    return { status: 'error', message: 'Failed to fetch pages from database' }
  }
}
