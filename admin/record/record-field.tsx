import { useId } from 'react'
import * as controls from '../ui/controls.module.css'
import type { FormField } from './fields.ts'
import * as styles from './record.module.css'

interface RecordFieldProps {
  field: FormField
  value: string | boolean
  error: string | undefined
  /** What somebody else saved meanwhile, where that differs. */
  theirs: string | boolean | undefined
  onChange: (value: string | boolean) => void
}

export function RecordField({ field, value, error, theirs, onChange }: RecordFieldProps) {
  const id = useId()
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className={controls.field}>
      {field.kind === 'check' ? (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={value === true}
            aria-describedby={described}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />{' '}
          {field.label}
        </label>
      ) : (
        <>
          <label className={controls.label} htmlFor={id}>
            {field.label}
          </label>
          <Control
            id={id}
            field={field}
            value={String(value)}
            error={error}
            described={described}
            onChange={onChange}
          />
        </>
      )}
      {field.hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {field.hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={controls.error}>
          {error}
        </p>
      )}
      {field.Notice && <field.Notice value={String(value)} />}
      {theirs !== undefined && (
        <p className={styles.theirs}>
          Saved meanwhile: <strong>{wordOf(theirs)}</strong>{' '}
          <button type="button" className={controls.link} onClick={() => onChange(theirs)}>
            Take this
          </button>
        </p>
      )}
    </div>
  )
}

interface ControlProps extends Pick<RecordFieldProps, 'field' | 'error' | 'onChange'> {
  id: string
  value: string
  described: string | undefined
}

function Control({ id, field, value, error, described, onChange }: ControlProps) {
  const common = {
    id,
    name: field.key,
    className: controls.input,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described,
  } as const
  if (field.kind === 'choice') {
    return (
      <select {...common} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {(field.choices ?? []).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )
  }
  if (field.kind === 'long') {
    return (
      <textarea
        {...common}
        rows={4}
        maxLength={field.maxLength ?? 10_000}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <>
      <input
        {...common}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        maxLength={field.maxLength ?? 2000}
        list={field.suggestions && `${id}-words`}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {field.suggestions && (
        <datalist id={`${id}-words`}>
          {field.suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  )
}

const wordOf = (value: string | boolean): string =>
  value === true ? 'On' : value === false ? 'Off' : value || 'nothing'
