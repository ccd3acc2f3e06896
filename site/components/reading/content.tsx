import { contentHtml } from '../../lib/content-html.ts'

/** Text that editors wrote. */
export function Content({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: contentHtml writes every tag of it
  return <div className="prose" dangerouslySetInnerHTML={{ __html: contentHtml(html) }} />
}
