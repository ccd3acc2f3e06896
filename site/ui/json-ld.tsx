/** A data block for search engines. `<` is escaped: no product's name can end the block. */
export function JsonLd({ data }: { data: object }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a data block, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}
