import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { QueryResult } from '#site/ssr/data/query-result.ts'
import { ArticleBody } from './article-body.tsx'
import { NoPosts } from './article-list.tsx'
import { journalQuery } from './articles.ts'

const shown = (article: QueryResult<null>, isLoading = false) =>
  renderToString(
    <ArticleBody
      slug="one"
      siteUrl="https://dahlia.example"
      products={{}}
      related={null}
      {...{ article, isLoading }}
    />,
  )

test('is a box titled Error with the backend’s message [S8.13]', () => {
  const html = shown({ error: 'relation "blog_posts" is <away>' })
  expect(html).toMatch(/role="alert".*<h1[^>]*>Error<\/h1>/)
  expect(html).toContain('relation &quot;blog_posts&quot; is &lt;away&gt;')
  expect(html).toMatch(/<a href="\/blog\/one"[^>]*>Try Again<\/a>/)
})

test('is a skeleton while it loads', () => {
  expect(shown({ error: 'away' }, true)).toMatch(/role="status" aria-label="Loading the article"/)
})

test('says in the specified words that there is none', () => {
  const html = shown({ data: null })
  expect(html).toContain('Blog Post Not Found')
  expect(html).toContain('The blog post you&#x27;re looking for doesn&#x27;t exist or has been moved.')
})

test('a list that failed shows no posts', () => {
  expect(journalQuery({ page: 1 }).tables).toEqual(['blog_posts', 'comparison_posts'])
  const html = renderToString(<NoPosts retry={() => {}} />)
  expect(html).toContain('No posts found')
  expect(html).toContain('Try Again')
})
