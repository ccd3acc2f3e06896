import { popularSearches } from '#site/features/search/popular-searches.ts'

const ways = [
  { label: 'New arrivals', to: '/new', text: 'What came in lately' },
  { label: 'All products', to: '/products', text: 'Every find, filtered your way' },
  { label: 'The journal', to: '/blog', text: 'Guides, routines and honest notes' },
  { label: 'Home', to: '/', text: 'Start from the cover' },
] as const

export function NotFound() {
  return (
    <div className="wrap not-found">
      <p className="kicker">404</p>
      <h1 className="display page-title">
        This page is <em>not here</em>
      </h1>
      <p className="lede">It may have moved, or it is still being made. These are worth your time instead.</p>
      <search>
        <form action="/search" className="search-form in-page">
          <input
            type="search"
            name="q"
            required
            maxLength={200}
            aria-label="Search the site"
            placeholder="Search for products, articles, and more..."
          />
          <button type="submit" className="button">
            Search
          </button>
        </form>
      </search>
      <ul className="ways">
        {ways.map((way) => (
          <li key={way.to}>
            <a href={way.to}>
              <span className="display">{way.label}</span>
              <span>{way.text}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="not-found-popular">
        Popular searches:{' '}
        {popularSearches.slice(0, 5).map((search, index) => (
          <span key={search}>
            {index > 0 && ', '}
            <a href={`/search?q=${encodeURIComponent(search)}`} className="text-link">
              {search}
            </a>
          </span>
        ))}
      </p>
    </div>
  )
}
