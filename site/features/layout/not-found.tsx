import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { popularSearches } from '#site/features/search/popular-searches.ts'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import * as searchFormStyles from '#site/ui/search-form.module.css'

const ways = [
  { label: 'New arrivals', to: '/new', text: 'What came in lately' },
  { label: 'All products', to: '/products', text: 'Every find, filtered your way' },
  { label: 'The journal', to: '/blog', text: 'Guides, routines and honest notes' },
  { label: 'Home', to: '/', text: 'Start from the cover' },
] as const

export function NotFound() {
  return (
    <div className={`${layout.wrap} ${messagePageStyles.notFound}`} data-part="not-found">
      <p className={layout.kicker}>404</p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        This page is <em>not here</em>
      </h1>
      <p className={layout.lede}>It may have moved, or it is still being made. These are worth your time instead.</p>
      <search>
        <form
          action="/search"
          className={`${searchFormStyles.searchForm} ${searchFormStyles.inPage}`}
          data-part="search-form"
        >
          <input
            type="search"
            name="q"
            required
            maxLength={200}
            aria-label="Search the site"
            placeholder="Search for products, articles, and more..."
          />
          <button type="submit" className={controls.button}>
            Search
          </button>
        </form>
      </search>
      <ul className={messagePageStyles.ways} data-part="ways">
        {ways.map((way) => (
          <li key={way.to}>
            <a href={way.to}>
              <span className={layout.display}>{way.label}</span>
              <span>{way.text}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className={messagePageStyles.notFoundPopular}>
        Popular searches:{' '}
        {popularSearches()
          .slice(0, 5)
          .map((search, index) => (
            <span key={search}>
              {index > 0 && ', '}
              <a href={`/search?q=${encodeURIComponent(search)}`} className={controls.textLink}>
                {search}
              </a>
            </span>
          ))}
      </p>
    </div>
  )
}
