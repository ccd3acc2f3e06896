import { useLocation } from 'react-router'
import { BagIcon, BookIcon, GridIcon, HomeIcon, MoreIcon, StackIcon, TagIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { bottomTabs, isCurrent } from '#domain/navigation.ts'
import * as styles from './bottom-tabs.module.css'

const icons: Record<string, () => React.JSX.Element> = {
  Home: HomeIcon,
  Products: GridIcon,
  Shop: BagIcon,
  Deals: TagIcon,
  Collections: StackIcon,
  Blog: BookIcon,
  More: MoreIcon,
}

/** The phone's fixed bar. */
export function BottomTabs() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.bottomTabs} data-part="bottom-tabs" aria-label="Quick links">
      <ul>
        {bottomTabs.map((link) => {
          const TabIcon = icons[link.label] ?? MoreIcon
          return (
            <li key={link.to}>
              <a href={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
                <TabIcon />
                <span>
                  {link.label}
                  {/* 'More' alone tells nobody where it leads. */}
                  {link.label === 'More' && <span className={layout.srOnly}>: contact and help</span>}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
