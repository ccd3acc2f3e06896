import { type InputHTMLAttributes, useId } from 'react'
import * as controls from '#design/controls.module.css'
import * as styles from './field.module.css'

interface FieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'> {
  label: string
  name: string
  maxLength: number
  defaultValue?: string | undefined
  /** What is wrong with what was typed. */
  error?: string | undefined
  /** What to know before typing. */
  hint?: string
  /** A text box of so many rows instead of a line. */
  rows?: number
  isOptional?: boolean
}

/** A labelled field with its hint and its error beside it. */
export function Field({ label, error, hint, rows, isOptional = false, type = 'text', ...rest }: FieldProps) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const control = {
    ...rest,
    id,
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': about || undefined,
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={styles.fieldHint}>
          {hint}
        </p>
      )}
      {rows ? <textarea {...control} rows={rows} /> : <input {...control} type={type} />}
      {error && (
        <p id={`${id}-error`} className={controls.fieldError}>
          {error}
        </p>
      )}
    </div>
  )
}
