import { useLocation } from 'react-router'
import { categoryTabs, isCurrent } from '#domain/navigation.ts'

/** The category tab bar of the home and deals pages; the active tab is underlined. */
export function CategoryTabs() {
  const { pathname } = useLocation()
  return (
    <nav className="category-tabs" aria-label="Categories">
      <ul className="wrap">
        {categoryTabs.map((link) => (
          <li key={link.to}>
            <a href={link.to} aria-current={isCurrent(link, pathname) ? 'page' : undefined}>
              {link.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
