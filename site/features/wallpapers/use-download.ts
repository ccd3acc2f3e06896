import { type MouseEvent, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { recordEvent } from '#site/features/events/record-event.ts'
import type { Wallpaper } from './queries.ts'

/** For a plain `<a download>`: with script the picture is fetched, saved under its own name, counted and confirmed. */
export function useDownload(wallpaper: Wallpaper, onCounted: () => void) {
  const [busy, setBusy] = useState(false)

  const download = async (event: MouseEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { downloadWallpaper } = await import('./download-wallpaper.ts')
      if (await downloadWallpaper(wallpaper)) onCounted()
      toast('success', 'Wallpaper downloaded successfully!')
      recordEvent('wallpaper_download', { properties: { wallpaper: wallpaper.id } })
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: a failed download is also logged (specification, 8)
      console.error('Failed to download wallpaper', error)
      toast('error', 'Failed to download wallpaper')
    }
    setBusy(false)
  }

  return { busy, download }
}
