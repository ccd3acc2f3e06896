/** One file for whoever takes no srcset: search engines, link previews, the zoom. As large as our server makes it. */
export const largestImage = (src: string): string =>
  src.startsWith('/_image/') ? `${src.split('#')[0]}/1280.webp` : src
