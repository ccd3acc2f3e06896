import { type ComponentType, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as controls from '#design/controls.module.css'
import { CloseIcon, SearchIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { popularSearches } from '#site/features/search/popular-searches.ts'
import { isSlashKey } from '#site/features/search/slash-key.ts'
import * as waysOnStyles from '#site/features/search/ways-on.module.css'
import { closes, Modal } from '#site/ui/modal.tsx'
import * as searchFormStyles from '#site/ui/search-form.module.css'
import * as styles from './search-overlay.module.css'

interface SearchOverlayProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface AssistProps {
  box: RefObject<HTMLInputElement | null>
  onChoose: (href: string) => void
}

/** Full-screen search. Without script the form is an ordinary GET of /search; what helps while typing comes on opening. */
export function SearchOverlay({ open, onOpenChange }: SearchOverlayProps) {
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const [Assist, setAssist] = useState<ComponentType<AssistProps>>()

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSlashKey(event)) return
      event.preventDefault()
      onOpenChange(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onOpenChange])

  useEffect(() => {
    if (!open) return
    box.current?.focus()
    import('#site/features/search/search-assist.tsx').then(
      ({ SearchAssist }) => setAssist(() => SearchAssist),
      () => {}, // searching works without it
    )
  }, [open])

  const go = (href: string) => {
    navigate(href)
    onOpenChange(false)
    if (box.current) box.current.value = ''
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const query = box.current?.value.trim()
    if (query) go(`/search?q=${encodeURIComponent(query)}`)
  }

  return (
    <Modal
      id="site-search"
      className={styles.searchOverlay}
      labelledBy="site-search-title"
      open={open}
      onOpenChange={onOpenChange}
    >
      <div className={`${layout.wrap} ${styles.searchInner}`}>
        <div className={styles.searchHead}>
          <h2 id="site-search-title" className={layout.kicker}>
            SEARCH
          </h2>
          <button
            type="button"
            className={controls.iconButton}
            aria-label="Close search"
            {...closes('site-search', onOpenChange)}
          >
            <CloseIcon />
          </button>
        </div>
        <search>
          <form action="/search" className={searchFormStyles.searchForm} data-part="search-form" onSubmit={onSubmit}>
            <input
              ref={box}
              type="search"
              name="q"
              // biome-ignore lint/a11y/noAutofocus: of the dialog, which the browser opens before any script
              autoFocus
              maxLength={200}
              autoComplete="off"
              aria-label="Search for products, articles, and more"
              placeholder="Search for products, articles, and more..."
            />
            <button type="submit" className={controls.iconButton} aria-label="Submit search">
              <SearchIcon />
            </button>
          </form>
          {open && Assist && <Assist box={box} onChoose={go} />}
        </search>
        <h3 className={`${layout.kicker} ${styles.popularHead}`}>POPULAR SEARCHES</h3>
        <ul className={waysOnStyles.popularSearches} data-part="popular-searches">
          {popularSearches().map((suggestion) => (
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
