import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as controls from '#design/controls.module.css'
import { BagIcon, HeartIcon, MenuIcon, SearchIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { cart } from '#domain/navigation.ts'
import { siteConfig } from '#domain/site-config.ts'
import { opens } from '#site/ui/modal.tsx'
import * as styles from './header.module.css'
import * as logoStyles from './logo.module.css'
import { DesktopMenu } from './menus/desktop-menu.tsx'
import { Drawer } from './menus/drawer.tsx'
import { MenuStrip } from './menus/menu-strip.tsx'
import { SearchOverlay } from './search-overlay.tsx'

/** Past this many pixels the header casts a shadow (specification, 9). */
const shadowAfterPx = 10

/** Of a visitor whom tooltips are for: a mouse or a keyboard. */
const signs = ['pointerover', 'focusin'] as const

export function Header() {
  const { pathname } = useLocation()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [searchOpen, setSearchOpen] = useState(false)
  const header = useRef<HTMLElement>(null)

  useEffect(() => {
    const onScroll = () => header.current?.toggleAttribute('data-scrolled', window.scrollY > shadowAfterPx)
    onScroll()
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])

  useEffect(() => {
    const start = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType !== 'mouse') return
      stop()
      void import('./tooltips.ts').then(({ startTooltips }) => startTooltips())
    }
    const stop = () => {
      for (const type of signs) document.removeEventListener(type, start)
    }
    for (const type of signs) document.addEventListener(type, start)
    return stop
  }, [])

  return (
    <header ref={header} className={styles.siteHeader} data-part="site-header" suppressHydrationWarning>
      <div className={`${layout.wrap} ${styles.headerBar}`}>
        <button
          type="button"
          className={`${controls.iconButton} ${styles.headerMenu}`}
          aria-label="Open menu"
          {...opens('site-menu', setDrawerOpen)}
        >
          <MenuIcon />
        </button>
        <a href="/" className={logoStyles.logo} aria-label={`${siteConfig.name}, home`}>
          <Mark />
          {siteConfig.name}
        </a>
        <DesktopMenu pathname={pathname} />
        <div className={styles.headerTools}>
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Search"
            {...opens('site-search', setSearchOpen)}
          >
            <SearchIcon />
          </button>
          {/* The count is this browser's, and put beside it there (lib/saved-marks.ts). */}
          <a
            href="/me"
            className={`${controls.iconButton} ${styles.savedLink}`}
            data-part="saved-link"
            aria-label="Saved items"
            suppressHydrationWarning
          >
            <HeartIcon />
          </a>
          <a href={cart.to} className={controls.iconButton} aria-label="Cart, 0 items">
            <BagIcon />
            <span className={styles.cartBadge} aria-hidden="true">
              0
            </span>
          </a>
        </div>
      </div>
      <MenuStrip pathname={pathname} />
      <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} pathname={pathname} />
      <SearchOverlay open={searchOpen} onOpenChange={setSearchOpen} />
    </header>
  )
}

/** Eight petals: the flower at the size of a letter. */
function Mark() {
  return (
    <svg className={logoStyles.mark} width="22" height="22" viewBox="-12 -12 24 24" aria-hidden="true">
      {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
        <path key={turn} d="M0-1.5C2.8-4 2.8-8.5 0-11.5-2.8-8.5-2.8-4 0-1.5Z" transform={`rotate(${turn})`} />
      ))}
    </svg>
  )
}
