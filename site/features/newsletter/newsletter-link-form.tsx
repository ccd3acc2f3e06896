interface LetterPressProps {
  action: '/newsletter/confirm' | '/newsletter/unsubscribe'
  token: string
  label: string
}

/** The one button of a letter's page. A form of its own, because opening a link must never do anything by itself. */
export function LetterPress({ action, token, label }: LetterPressProps) {
  return (
    <form method="post" action={action} className="letter-press">
      <input type="hidden" name="token" value={token} />
      <button type="submit" className="button large">
        {label}
      </button>
    </form>
  )
}
