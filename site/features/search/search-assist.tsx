import { type RefObject, useEffect, useId, useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import type { Suggestion } from './assist/suggestions.ts'
import { useCombobox } from './assist/use-combobox.ts'
import { useSuggestions } from './assist/use-suggestions.ts'
import { clearSearches, recentSearches } from './recent-searches.ts'
import * as styles from './search-assist.module.css'
import { searchHref } from './search-params.ts'
import { slashKeyIsOn, switchSlashKey } from './slash-key.ts'

interface SearchAssistProps {
  box: RefObject<HTMLInputElement | null>
  /** Follows a suggestion; the overlay then closes. */
  onChoose: (href: string) => void
}

/** What helps while searching, fetched when the overlay opens: suggestions under the box, and what was searched before. */
export function SearchAssist({ box, onChoose }: SearchAssistProps) {
  const id = useId()
  const { typed, suggestions } = useSuggestions(box)
  const { active, expanded, onPoint } = useCombobox({ box, listId: id, suggestions, onChoose })
  return (
    <>
      {expanded && (
        <div className={styles.suggestions} data-part="suggestions">
          <div id={id} role="listbox" aria-label="Suggestions">
            {suggestions.map((suggestion, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the box's
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
              <div
                key={suggestion.href}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.suggestion}
                data-kind={suggestion.kind}
                onPointerMove={() => onPoint(index)}
                // pressing must not take the focus from the box
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(suggestion.href)}
              >
                <Label suggestion={suggestion} typed={typed} />
                {suggestion.kind !== 'word' && (
                  <span className={styles.suggestionKind}>{kindLabels[suggestion.kind]}</span>
                )}
              </div>
            ))}
          </div>
        </div>
      )}
      <p className={layout.srOnly} role="status">
        {typed && (suggestions.length === 0 ? '' : `${suggestions.length} suggestions, use the arrow keys`)}
      </p>
      {!typed && <Recent onChoose={onChoose} />}
      {!typed && <SlashKey />}
    </>
  )
}

const kindLabels = { category: 'Category', product: 'Product', article: 'Article' } as const

/** What is already typed is quiet, what would be added stands out. */
function Label({ suggestion: { kind, label }, typed }: { suggestion: Suggestion; typed: string }) {
  const known = kind === 'word' && label.startsWith(typed.toLowerCase()) ? typed.length : 0
  return (
    <span className={styles.suggestionLabel}>
      {label.slice(0, known)}
      <strong>{label.slice(known)}</strong>
    </span>
  )
}

function Recent({ onChoose }: { onChoose: (href: string) => void }) {
  const [recent, setRecent] = useState<string[]>([])
  const id = useId()
  useEffect(() => setRecent(recentSearches()), [])
  if (recent.length === 0) return null
  const clear = () => {
    clearSearches()
    setRecent([])
  }
  return (
    <section className={styles.recentSearches} aria-labelledby={id}>
      <div className={styles.recentHead}>
        <h3 id={id} className={layout.kicker}>
          Recent searches
        </h3>
        <button type="button" className={controls.textLink} onClick={clear}>
          Clear<span className={layout.srOnly}> recent searches</span>
        </button>
      </div>
      <ul className={controls.chips}>
        {recent.map((query) => (
          <li key={query}>
            <a
              className={controls.chip}
              href={searchHref({ query })}
              onClick={(event) => {
                event.preventDefault()
                onChoose(searchHref({ query }))
              }}
            >
              {query}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SlashKey() {
  const [on, setOn] = useState(slashKeyIsOn)
  const onChange = () => {
    switchSlashKey(!on)
    setOn(!on)
  }
  return (
    <label className={styles.slashKey}>
      <input type="checkbox" checked={on} onChange={onChange} />
      <span>
        The <kbd>/</kbd> key opens this search
      </span>
    </label>
  )
}
