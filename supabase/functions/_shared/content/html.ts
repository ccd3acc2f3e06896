import { escapeAttribute, escapeText } from 'entities'

/**
 * The only way generated articles are written: every text is escaped, every tag is one that an article may hold, and
 * links lead to our own addresses. So what is stored is clean whatever a feed calls its products.
 */
export const paragraph = (...inline: string[]): string => `<p>${inline.join('')}</p>`
export const heading = (text: string, level: 2 | 3 = 2): string => `<h${level}>${escapeText(text)}</h${level}>`
export const bullets = (items: readonly string[]): string => list('ul', items)
export const steps = (items: readonly string[]): string => list('ol', items)

/** A link to an address of ours; the text alone when it is anything else. */
export const link = (path: string, text: string): string =>
  /^\/(?![/\\])[^\s"<>]*$/.test(path) ? `<a href="${escapeAttribute(path)}">${escapeText(text)}</a>` : escapeText(text)

const list = (tag: 'ul' | 'ol', items: readonly string[]) =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`
