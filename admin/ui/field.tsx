import type { InputHTMLAttributes } from 'react'
import { useId } from 'react'
import * as controls from './controls.module.css'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  label: string
  error?: string | undefined
}

/** A labelled input with its error below, which screen readers hear with it. */
export function Field({ label, error, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={controls.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} className={controls.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
