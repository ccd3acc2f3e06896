import { whenHydrated } from './when-hydrated.ts'

/** Enough for anybody before the page answers; a stuck key must not pile up more. */
const mostRepeated = 20

/**
 * What a visitor does before the page is hydrated, and the browser alone cannot answer, is done again as soon as it can:
 * clicks of buttons that only a script gives a meaning, and changed fields. A download is the browser's own, and only told.
 */
export function repeatMissedInput(): void {
  const again: (() => void)[] = []
  const remember = (repeat: () => void) => {
    if (again.length < mostRepeated) again.push(repeat)
  }
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element && target.closest('a[download]')
    if (link) remember(() => link.dispatchEvent(new Event('downloaded')))
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null
    if (button && !worksBySelf(button)) remember(() => button.click())
  }
  const onChange = ({ target }: Event) => {
    if (!isField(target)) return
    // As it was left: a script may have shown something else there in between.
    const checked = 'checked' in target && target.checked
    remember(() => changeAgain(target, checked))
  }
  addEventListener('click', onClick, true)
  addEventListener('change', onChange, true)

  whenHydrated(() => {
    removeEventListener('click', onClick, true)
    removeEventListener('change', onChange, true)
    for (const repeat of again) repeat()
  })
}

/** The browser itself opens and closes what the button names. */
const worksBySelf = (button: HTMLButtonElement): boolean =>
  button.popoverTargetElement != null || (button.hasAttribute('command') && 'command' in button)

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement

/** React takes a change for news only when the field differs from what it last saw there: it is shown that first. */
function changeAgain(field: Field, checked: boolean): void {
  if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
    field.checked = !checked
    field.click()
    return
  }
  if (field instanceof HTMLInputElement && field.type === 'file') return
  const { value } = field
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}
