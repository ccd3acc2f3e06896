/**
 * The address of an article: lowercase; without what is no word character, space or hyphen; spaces as hyphens; never two
 * hyphens in a row (specification, 5).
 */
export const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')

/** A product's page. Its number alone finds it; the name in front is for people. */
export function productPath({ id, name }: { id: number; name: string }): string {
  const words = name
    .slice(0, 80)
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return `/p/${[...(words ?? []), id].join('-')}`
}
