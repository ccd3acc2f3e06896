import * as controls from '#design/controls.module.css'

interface LinkFormProps {
  action: '/newsletter/confirm' | '/newsletter/unsubscribe' | '/alerts/confirm'
  token: string
  label: string
}

/** The one button of a page that a newsletter email leads to. A form of its own, because opening a link must never do anything by itself. */
export function LinkForm({ action, token, label }: LinkFormProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      <button type="submit" className={`${controls.button} ${controls.large}`}>
        {label}
      </button>
    </form>
  )
}
