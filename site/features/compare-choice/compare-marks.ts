import { comparedItemsKey } from '#site/features/saved/storage-keys.ts'
import { mostCompared } from './compared-ids.ts'

/** Ticks what is compared, and counts it beside the button. Every page comes without, and React sets none of it. */
export function markCompared(ids: readonly (number | string)[]): void {
  const texts = ids.map(String)
  for (const box of document.querySelectorAll<HTMLInputElement>('[form=compare-ticked]'))
    box.checked = texts.includes(box.value)
  const form = document.querySelector<HTMLElement>('#compare-ticked')
  const begun = form?.querySelector('input')
  const button = form?.querySelector('button')
  if (!begun || !button) return
  // Sends what was ticked on other pages too.
  begun.value = texts.join()
  begun.disabled = texts.length === 0
  if (texts.length > 0) button.dataset.count = String(texts.length)
  else delete button.dataset.count
}

/** From what is stored, without the module that reads it whole: most pages never fetch that one. */
export function markStoredComparison(): void {
  try {
    markCompared(storedComparison())
  } catch {
    // A browser without storage has ticked nothing on another page.
  }
}

/** At once, without the code that minds the boxes: the page may be left before that is fetched. */
export function storeTick({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('[form=compare-ticked]')) return
  try {
    const others = storedComparison().filter((id) => id !== target.value)
    // One too many is refused, in words, by that code.
    if (target.checked && others.length >= mostCompared) return
    const ids = target.checked ? [...others, target.value] : others
    localStorage.setItem(comparedItemsKey, ids.join())
    markCompared(ids)
  } catch {
    // A browser without storage keeps them as long as the page, and that code does.
  }
}

/**
 * What an address of the comparison shows is what has been begun, from the press of its link on: whoever takes all away and
 * leaves before the scripts ran has taken all away.
 */
export function storeComparisonAt(address: string): void {
  const { pathname, searchParams } = new URL(address, location.href)
  if (pathname !== '/compare') return
  try {
    const asked = searchParams.getAll('items').join().match(/\d+/g) ?? []
    const ids = new Set([...(searchParams.has('add') ? storedComparison() : []), ...asked])
    localStorage.setItem(comparedItemsKey, [...ids].slice(0, mostCompared).join())
  } catch {
    // A browser without storage keeps nothing from page to page.
  }
}

const storedComparison = (): string[] => localStorage.getItem(comparedItemsKey)?.match(/\d+/g) ?? []
