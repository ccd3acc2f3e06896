import type { MouseEvent } from 'react'
import * as controls from '#design/controls.module.css'
import { DownloadIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { safeAddress } from '#domain/safe-address.ts'
import type { Wallpaper } from './queries.ts'
import { useDownload } from './use-download.ts'
import * as styles from './wallpaper-card.module.css'
import { wallpaperFileName } from './wallpaper-file.ts'
import { WallpaperImage } from './wallpaper-image.tsx'

interface WallpaperCardProps {
  wallpaper: Wallpaper
  onPreview: () => void
  onCounted: () => void
}

/** Image, title, a line about it, and the download. The image opens the preview; without script, the image. */
export function WallpaperCard({ wallpaper, onPreview, onCounted }: WallpaperCardProps) {
  const { title, description, image_url, download_count } = wallpaper
  const file = safeAddress(wallpaper.download_url) ?? undefined
  const { busy, download, ref } = useDownload(wallpaper, onCounted)
  const preview = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPreview()
  }
  return (
    <article className={styles.wallpaperCard} data-part="wallpaper-card">
      <a href={file} className={styles.wallpaperFrame} data-part="wallpaper-frame" data-document onClick={preview}>
        <WallpaperImage image={image_url} alt="" sizes="(min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw" />
        <span className={styles.wallpaperLook}>
          See it on a phone<span className={layout.srOnly}>: {title}</span>
        </span>
      </a>
      <div className={styles.wallpaperText}>
        <h2 className={layout.display}>{title}</h2>
        {description && <p>{description}</p>}
        <p className={styles.wallpaperCount} data-part="wallpaper-count">
          {countLine(download_count)}
        </p>
      </div>
      <a
        ref={ref}
        href={file}
        download={wallpaperFileName(title)}
        className={controls.button}
        aria-disabled={busy || undefined}
        onClick={download}
      >
        <DownloadIcon />
        Download<span className={layout.srOnly}> {title}</span>
      </a>
    </article>
  )
}

const whole = new Intl.NumberFormat('en-US')

function countLine(count: number): string {
  if (count === 0) return 'New here'
  return count === 1 ? '1 download' : `${whole.format(count)} downloads`
}
