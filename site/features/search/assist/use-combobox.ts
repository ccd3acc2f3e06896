import { type RefObject, useEffect, useState } from 'react'
import type { Suggestion } from './suggestions.ts'

interface ComboboxOptions {
  box: RefObject<HTMLInputElement | null>
  listId: string
  suggestions: readonly Suggestion[]
  onChoose: (href: string) => void
}

/**
 * A text box with a list under it (WAI-ARIA Authoring Practices, editable combobox with list autocomplete): the focus stays
 * in the box, up and down move through the list, Enter takes the active suggestion or else searches for what is typed,
 * Escape closes the list before it closes anything around it.
 */
export function useCombobox({ box, listId, suggestions, onChoose }: ComboboxOptions) {
  const [active, setActive] = useState(-1)
  const [closed, setClosed] = useState(false)
  const expanded = suggestions.length > 0 && !closed

  // biome-ignore lint/correctness/useExhaustiveDependencies: new suggestions are a new list
  useEffect(() => {
    setActive(-1)
    setClosed(false)
  }, [suggestions])

  useEffect(() => {
    const input = box.current
    if (!input) return
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', String(expanded))
    input.setAttribute('aria-controls', listId)
    if (expanded && active >= 0) input.setAttribute('aria-activedescendant', `${listId}-${active}`)
    return () => {
      input.setAttribute('aria-expanded', 'false')
      input.removeAttribute('aria-activedescendant')
    }
  }, [box, listId, expanded, active])

  useEffect(() => {
    const input = box.current
    if (!input) return
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0 && suggestions.length > 0) {
        event.preventDefault()
        setClosed(false)
        // One place before the first and after the last is the box itself.
        setActive((now) => {
          const places = suggestions.length + 1
          return ((now + 1 + step + places) % places) - 1
        })
      }
      const chosen = expanded ? suggestions[active] : undefined
      if (event.key === 'Enter' && chosen) {
        event.preventDefault()
        onChoose(chosen.href)
      }
      if (event.key === 'Escape' && expanded) {
        event.preventDefault()
        setClosed(true)
        setActive(-1)
      }
    }
    input.addEventListener('keydown', onKey)
    return () => input.removeEventListener('keydown', onKey)
  }, [box, suggestions, expanded, active, onChoose])

  return { active, expanded, onPoint: setActive }
}
