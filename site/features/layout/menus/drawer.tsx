import { useEffect } from 'react'
import * as controls from '#design/controls.module.css'
import { ChevronIcon, CloseIcon } from '#design/icons.tsx'
import { drawerGroups, drawerLinks, isCurrent, type NavLink } from '#domain/navigation.ts'
import { siteConfig } from '#domain/site-config.ts'
import { closes, Modal } from '#site/ui/modal.tsx'
import * as logoStyles from '../logo.module.css'
import * as styles from './drawer.module.css'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  pathname: string
}

/** The phone's menu, sliding in from the left. The page behind does not scroll while it is open. */
export function Drawer({ open, onOpenChange, pathname }: DrawerProps) {
  useEffect(() => {
    document.body.classList.toggle('overflow-hidden', open)
    return () => document.body.classList.remove('overflow-hidden')
  }, [open])

  const close = () => onOpenChange(false)
  const item = (link: NavLink) => (
    <li key={link.to}>
      <a href={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined} onClick={close}>
        {link.label}
      </a>
    </li>
  )

  return (
    <Modal
      id="site-menu"
      className={styles.drawer}
      labelledBy="site-menu-title"
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className={styles.drawerInner}>
        <div className={styles.drawerHead}>
          <h2 id="site-menu-title" className={logoStyles.logo}>
            {siteConfig.name}
          </h2>
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Close menu"
            {...closes('site-menu', onOpenChange)}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label="Menu">
          <ul className={styles.drawerLinks} data-part="drawer-links">
            {drawerLinks.map(item)}
          </ul>
          {drawerGroups.map((group) => (
            <details key={group.label} className={styles.drawerGroup}>
              <summary>
                {group.mobileLabel ?? group.label}
                <ChevronIcon />
              </summary>
              <ul>{group.links.map(item)}</ul>
            </details>
          ))}
        </nav>
        <p className={styles.drawerFoot}>{siteConfig.tagline}</p>
      </div>
    </Modal>
  )
}
