import { publicSettings } from '#site/ssr/data/public-settings.ts'
import type { Wallpaper } from './queries.ts'
import { wallpaperFileName } from './wallpaper-file.ts'

/**
 * Fetches the image, hands it to the browser to keep, and counts it. Throws when there is no image; a count that
 * fails takes nothing away from the visitor. Says whether it was counted.
 */
export async function downloadWallpaper({ id, title, download_url }: Wallpaper): Promise<boolean> {
  const reply = await fetch(download_url)
  if (!reply.ok) throw new Error(`${download_url} answered ${reply.status}`)
  const image = await reply.blob()
  if (!image.type.startsWith('image/')) throw new Error(`${download_url} is ${image.type || 'not an image'}`)
  saveAs(image, wallpaperFileName(title))
  return recordDownload(id)
}

/** The same for an image that the browser has saved by itself: throws when there is none to save. */
export async function countDownloaded({ id, download_url }: Wallpaper): Promise<boolean> {
  const reply = await fetch(download_url, { method: 'HEAD' })
  if (!reply.ok) throw new Error(`${download_url} answered ${reply.status}`)
  return recordDownload(id)
}

function saveAs(image: Blob, name: string): void {
  const address = URL.createObjectURL(image)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function recordDownload(wallpaperId: string): Promise<boolean> {
  try {
    const reply = await fetch('/functions/v1/record-wallpaper-download', {
      method: 'POST',
      headers: { apikey: publicSettings().publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ wallpaperId }),
    })
    const answer: unknown = await reply.json()
    return typeof answer === 'object' && answer !== null && 'counted' in answer && answer.counted === true
  } catch {
    return false // the image is saved; only our count misses one
  }
}

/**
 * How often each was downloaded, as it is now: a download does not renew the cached page. Empty when it cannot be told.
 */
export async function downloadCounts(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const question = new URLSearchParams({ select: 'id,download_count', id: `in.(${ids.join(',')})` })
  const reply = await fetch(`/rest/v1/wallpapers?${question}`, { headers: { apikey: publicSettings().publishableKey } })
  const rows: unknown = reply.ok ? await reply.json() : []
  return new Map(Array.isArray(rows) ? rows.filter(isCount).map((row) => [row.id, row.download_count]) : [])
}

const isCount = (row: unknown): row is Pick<Wallpaper, 'id' | 'download_count'> =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  typeof row.id === 'string' &&
  'download_count' in row &&
  typeof row.download_count === 'number'
