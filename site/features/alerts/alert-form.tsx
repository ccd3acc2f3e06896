import * as controls from '#design/controls.module.css'
import * as fieldStyles from '#site/ui/field.module.css'
import { Field } from '#site/ui/field.tsx'
import { Honeypot } from '#site/ui/honeypot.tsx'
import * as styles from './alert-form.module.css'
import { type AlertKind, type AlertWish, alertTexts, type WishResult } from './alert-wish.ts'

interface AlertFormProps {
  /** What can be asked for: what can be bought now is not waited for. */
  kinds: readonly AlertKind[]
  /** What was typed and what came of it. */
  wish?: AlertWish | undefined
  result?: WishResult | undefined
}

const LABELS: Record<AlertKind, string> = {
  low: 'It costs less than in the thirty days before',
  target: 'It costs my price or less',
  stock: 'It can be bought again',
}

/** Asks for an alert. A form of its own page, which works without script. */
export function AlertForm({ kinds, wish, result }: AlertFormProps) {
  const failed = result && !result.ok ? result : null
  const chosen = kinds.find((kind) => kind === wish?.kind) ?? kinds[0]
  return (
    <form method="post" className={styles.alertForm} noValidate>
      {failed && (
        <p className={fieldStyles.formNote} data-kind="error" role="alert">
          {failed.message}
        </p>
      )}
      <Honeypot />
      <fieldset className={styles.kinds}>
        <legend>Write to me when</legend>
        {kinds.map((kind) => (
          <label key={kind} className={fieldStyles.check}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === chosen} /> {LABELS[kind]}
          </label>
        ))}
      </fieldset>
      {kinds.includes('target') && (
        <Field
          label="My price"
          name="target"
          inputMode="decimal"
          maxLength={20}
          isOptional
          defaultValue={wish?.target}
          hint={`In dollars, for “${LABELS.target}” only.`}
          error={failed?.errors.target}
        />
      )}
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={wish?.email}
        error={failed?.errors.email}
      />
      <button type="submit" className={`${controls.button} ${controls.large}`}>
        Watch it for me
      </button>
      <p className={fieldStyles.fieldHint}>
        {alertTexts.consent}{' '}
        <a href="/privacy" className={controls.textLink}>
          Privacy
        </a>
      </p>
    </form>
  )
}
