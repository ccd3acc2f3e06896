/** Pixels. Wide is what Facebook, X, LinkedIn and messengers show of a link (1.91:1), tall what Pinterest shows (2:3). */
export const SHARE_SIZES = { wide: { width: 1200, height: 630 }, tall: { width: 1000, height: 1500 } } as const

export type ShareShape = keyof typeof SHARE_SIZES

export interface SharePath {
  shape: ShareShape
  /** The page that is shared. */
  page: string
}

/** No page of ours has a longer address. */
const MAX_PATH = 300
const PATH = /^\/_share\/(wide|tall)(\/[\w%.~/-]+)?\.jpg$/

/** `/_share/wide/blog/sunday-reset.jpg`, and `/_share/wide.jpg` for the home page; null for everything else. */
export function parseSharePath(path: string): SharePath | null {
  if (path.length > MAX_PATH) return null
  const [, shape, page = '/'] = PATH.exec(path) ?? []
  // `//` would name another host to whoever parses it as an address.
  if (!shape || page.includes('//') || page.startsWith('/_')) return null
  return { shape: shape === 'tall' ? 'tall' : 'wide', page }
}
