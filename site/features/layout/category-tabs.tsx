import { useLocation } from 'react-router'
import * as layout from '#design/layout.module.css'
import { categoryTabs, isCurrent } from '#domain/navigation.ts'
import * as styles from './category-tabs.module.css'

/** The category tab bar of the home and deals pages; the active tab is underlined. */
export function CategoryTabs() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.categoryTabs} data-part="category-tabs" aria-label="Categories">
      <ul className={layout.wrap}>
        {categoryTabs.map((link) => (
          <li key={link.to}>
            <a href={link.to} {...(isCurrent(link, pathname) && { 'aria-current': 'page', ref: scrollIntoSight })}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** For browsers that do not know `scroll-initial-target`; the bar alone moves, never the page. */
function scrollIntoSight(tab: HTMLElement | null) {
  const list = tab?.closest('ul')
  if (!tab || !list) return
  const { left, right } = tab.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  if (left < box.left || right > box.right) list.scrollLeft += left - box.left
}
