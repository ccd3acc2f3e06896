import { whenHydrated } from './when-hydrated.ts'

/**
 * Until the page is hydrated the browser itself sends what is typed, and without a connection shows an error in place
 * of the page. Where it says that there is none, our server is asked before.
 */
export function keepUnsent(): void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event
    if (navigator.onLine || !(form instanceof HTMLFormElement) || form.method !== 'post') return
    event.preventDefault()
    fetch('/robots.txt', { method: 'HEAD', cache: 'no-store' }).then(
      () => {
        removeEventListener('submit', onSubmit, true)
        form.requestSubmit(submitter)
      },
      () => tell(form),
    )
  }
  addEventListener('submit', onSubmit, true)
  whenHydrated(() => removeEventListener('submit', onSubmit, true))
}

function tell(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('input:not([type=hidden]):not([tabindex="-1"]), textarea')
  field?.setCustomValidity('There is no connection. Nothing was sent, and nothing is lost: please send it again later.')
  field?.reportValidity()
  for (const type of ['input', 'keydown', 'blur']) {
    field?.addEventListener(type, () => field.setCustomValidity(''), { once: true })
  }
}
