import { type FormEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { popularSearches } from '../../lib/popular-searches.ts'
import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import { closes, Modal } from '../ui/modal.tsx'

interface SearchOverlayProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Full-screen search. Without script the form is an ordinary GET of /search. */
export function SearchOverlay({ open, onOpenChange }: SearchOverlayProps) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const query = box.current?.value.trim()
    if (!query) return
    navigate(`/search?q=${encodeURIComponent(query)}`)
    onOpenChange(false)
    if (box.current) box.current.value = ''
  }

  return (
    <Modal
      id="site-search"
      className="search-overlay"
      labelledBy="site-search-title"
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className="wrap search-inner">
        <div className="search-head">
          <h2 id="site-search-title" className="kicker">
            SEARCH
          </h2>
          <button
            type="button"
            className="icon-button"
            aria-label="Close search"
            {...closes('site-search', onOpenChange)}
          >
            <CloseIcon />
          </button>
        </div>
        <search>
          <form action="/search" className="search-form" onSubmit={onSubmit}>
            <input
              ref={box}
              type="search"
              name="q"
              maxLength={200}
              autoComplete="off"
              aria-label="Search for products, articles, and more"
              placeholder="Search for products, articles, and more..."
            />
            <button type="submit" className="icon-button" aria-label="Submit search">
              <SearchIcon />
            </button>
          </form>
        </search>
        <h3 className="kicker">POPULAR SEARCHES</h3>
        <ul className="popular-searches">
          {popularSearches.map((suggestion) => (
            <li key={suggestion}>
              <a href={`/search?q=${encodeURIComponent(suggestion)}`} onClick={() => onOpenChange(false)}>
                {suggestion}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
