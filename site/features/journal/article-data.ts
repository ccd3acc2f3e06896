import { siteConfig } from '#domain/site-config.ts'
import { absolute } from '#site/ssr/document/seo.ts'
import type { ArticleSection } from './article/article-parts.ts'
import { textOf } from './article/article-parts.ts'
import { editorsPath } from './editors-path.ts'

interface ArticleFacts {
  slug: string
  title: string
  excerpt: string | null
  category: string
  image_url: string | null
  generated: boolean
  created_at: string
  updated_at: string
  text: { questions: object | null }
}

/** All that an article's page says of itself to search engines. */
export function structuredData(article: ArticleFacts, siteUrl: string) {
  const way = [
    { name: 'Blog', path: '/blog' },
    { name: article.title, path: `/blog/${article.slug}` },
  ]
  return [
    articleData(article, siteUrl),
    breadcrumbData(siteUrl, way),
    ...(article.text.questions ? [{ '@type': 'FAQPage', ...article.text.questions }] : []),
  ]
}

/** An article as search engines read it, after schema.org. */
function articleData(article: ArticleFacts, siteUrl: string) {
  const { slug, title, excerpt, category, image_url: image, created_at, updated_at } = article
  const editors = { '@type': 'Organization', name: siteConfig.byline, url: siteUrl + editorsPath }
  return {
    '@type': 'Article',
    headline: title.slice(0, 110),
    description: excerpt ?? undefined,
    articleSection: category || undefined,
    image: image ? absolute(image, siteUrl) : undefined,
    datePublished: created_at,
    dateModified: updated_at,
    mainEntityOfPage: `${siteUrl}/blog/${slug}`,
    // Nobody signs what a rule put together; its publisher answers for it.
    author: article.generated ? undefined : editors,
    publisher: { '@type': 'Organization', name: siteConfig.name, url: `${siteUrl}/` },
  }
}

/** The way to a page, from the home page down. */
const breadcrumbData = (siteUrl: string, steps: readonly { name: string; path: string }[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: siteUrl + path,
  })),
})

/** Headings that ask, each with the text up to the next heading; null when there are none worth naming. */
export function questionsData(sections: readonly ArticleSection[]) {
  const html = sections.flatMap(({ parts }) => parts.map((part) => (part.kind === 'html' ? part.html : ''))).join('\n')
  const asked = [...html.matchAll(/<(h[23])>((?:(?!<\/h)[\s\S])*\?)<\/\1>([\s\S]*?)(?=<h[1-6]>|$)/g)]
  const questions = asked.flatMap(([, , question = '', answer = '']) => {
    const text = textOf(answer)
    return text ? [{ '@type': 'Question', name: textOf(question), acceptedAnswer: { '@type': 'Answer', text } }] : []
  })
  return questions.length > 1 ? { '@type': 'FAQPage', mainEntity: questions } : null
}
