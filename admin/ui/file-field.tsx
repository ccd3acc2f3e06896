import { type ChangeEvent, useId } from 'react'
import * as controls from './controls.module.css'

interface FileFieldProps {
  label: string
  name?: string
  /** Types and endings, as `accept` takes them. */
  accept: string
  /** What is chosen, by its name. The browser's own words for it speak its language, not the site's. */
  chosen: string | null
  disabled?: boolean
  error?: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** The browser's own control, with our button and our words over it. */
export function FileField({ label, chosen, error, ...input }: FileFieldProps) {
  const id = useId()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <div className={controls.file}>
        <input
          {...input}
          id={id}
          type="file"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-chosen${error ? ` ${id}-error` : ''}`}
        />
        <span className={controls.button} data-quiet="" data-small="" aria-hidden="true">
          Choose a file
        </span>
        <span id={`${id}-chosen`} className={controls.chosen}>
          {chosen ?? 'None chosen yet'}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className={controls.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
