import { type MouseEvent, useCallback, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { recordEvent } from '#site/features/events/record-event.ts'
import type { Wallpaper } from './queries.ts'

/**
 * For a plain `<a download>`: with script the image is fetched, saved under its own name, counted and confirmed. What
 * the browser saved by itself before this script ran is looked up, counted and confirmed as soon as it does.
 */
export function useDownload(wallpaper: Wallpaper, onCounted: () => void) {
  const [busy, setBusy] = useState(false)

  const tell = async (count: (wallpaper: Wallpaper) => Promise<boolean>) => {
    setBusy(true)
    try {
      if (await count(wallpaper)) onCounted()
      toast('success', 'Wallpaper downloaded successfully!')
      recordEvent('wallpaper_download', { properties: { wallpaper: wallpaper.id } })
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a failed download is also logged (specification, 8)
      console.error('Failed to download wallpaper', error)
      toast('error', 'Failed to download wallpaper')
    }
    setBusy(false)
  }
  const download = (event: MouseEvent) => {
    event.preventDefault()
    if (busy) return
    void tell(async (wallpaper) => (await load()).downloadWallpaper(wallpaper))
  }
  const onDownloaded = () => void tell(async (wallpaper) => (await load()).countDownloaded(wallpaper))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can be told of what went before it
  const ref = useCallback((link: HTMLAnchorElement | null) => {
    link?.addEventListener('downloaded', onDownloaded, { once: true })
    return () => link?.removeEventListener('downloaded', onDownloaded)
  }, [])

  return { busy, download, ref }
}

const load = () => import('./download-wallpaper.ts')
