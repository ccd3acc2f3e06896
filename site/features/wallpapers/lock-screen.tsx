import { useState } from 'react'
import * as controls from '#design/controls.module.css'
import { ArrowIcon, CloseIcon, DownloadIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { safeAddress } from '#domain/safe-address.ts'
import { Modal } from '#site/ui/modal.tsx'
import * as styles from './lock-screen.module.css'
import type { Wallpaper } from './queries.ts'
import { useDownload } from './use-download.ts'
import { wallpaperFileName } from './wallpaper-file.ts'
import { WallpaperImage } from './wallpaper-image.tsx'

interface LockScreenProps {
  wallpapers: readonly Wallpaper[]
  at: number
  onMove: (at: number) => void
  onClose: () => void
  onCounted: (wallpaper: Wallpaper) => void
}

/** The wallpaper as it will look: on a phone, under the clock. Fetched when somebody asks for it. */
export function LockScreen({ wallpapers, at, onMove, onClose, onCounted }: LockScreenProps) {
  const [clock, setClock] = useState(true)
  const wallpaper = wallpapers[at]
  if (!wallpaper) return null
  const { title, image_url } = wallpaper
  const go = (step: number) => onMove((at + step + wallpapers.length) % wallpapers.length)
  return (
    <Modal
      id="lock-screen"
      className={styles.lockScreen}
      labelledBy="lock-screen-title"
      open
      onOpenChange={(open) => open || onClose()}
    >
      <div className={styles.lockInner}>
        <div className={styles.phone}>
          <WallpaperImage key={image_url} image={image_url} alt={`${title}, as a lock screen`} sizes="20rem" now />
          {clock && <Clock />}
        </div>
        <div className={styles.lockSide}>
          <button
            type="button"
            className={`${controls.iconButton} ${styles.lockClose}`}
            aria-label="Close preview"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
          <p className={layout.kicker}>
            {at + 1} of {wallpapers.length}
          </p>
          <h2 id="lock-screen-title" className={layout.display} aria-live="polite">
            {title}
          </h2>
          {wallpaper.description && <p>{wallpaper.description}</p>}
          <label className={styles.lockClock}>
            <input type="checkbox" checked={clock} onChange={() => setClock(!clock)} />
            Show the clock
          </label>
          <Save key={wallpaper.id} wallpaper={wallpaper} onCounted={() => onCounted(wallpaper)} />
          <p className={styles.lockSteps}>
            <button
              type="button"
              className={controls.iconButton}
              aria-label="Previous wallpaper"
              onClick={() => go(-1)}
            >
              <ArrowIcon />
            </button>
            <button type="button" className={controls.iconButton} aria-label="Next wallpaper" onClick={() => go(1)}>
              <ArrowIcon />
            </button>
          </p>
        </div>
      </div>
    </Modal>
  )
}

function Save({ wallpaper, onCounted }: { wallpaper: Wallpaper; onCounted: () => void }) {
  const { busy, download } = useDownload(wallpaper, onCounted)
  return (
    <a
      href={safeAddress(wallpaper.download_url) ?? undefined}
      download={wallpaperFileName(wallpaper.title)}
      className={controls.button}
      aria-disabled={busy || undefined}
      onClick={download}
    >
      <DownloadIcon />
      Download
    </a>
  )
}

/** The visitor's own time, as the phone would show it. */
function Clock() {
  const now = new Date()
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' }).format(now)
  const time = `${now.getHours() % 12 || 12}:${String(now.getMinutes()).padStart(2, '0')}`
  return (
    <div className={styles.phoneClock} aria-hidden="true">
      <span>{day}</span>
      <span className={styles.phoneTime} data-part="phone-time">
        {time}
      </span>
    </div>
  )
}
