import { type FormEvent, useCallback, useRef, useState } from 'react'
import { toast } from '#design/toasts.ts'
import * as controls from '../ui/controls.module.css'
import * as dialog from '../ui/dialog.module.css'
import { useSaveShortcut } from '../ui/save-shortcut.ts'
import { differing, type FormField, type FormValues, formValues, merged } from './fields.ts'
import * as styles from './record.module.css'
import type { RecordDialogProps } from './record-dialog.tsx'
import { RecordField } from './record-field.tsx'
import { AskBeforeLeaving } from './unsaved.tsx'

type Used = 'fields' | 'schema' | 'save' | 'done' | 'failure' | 'note'

interface RecordFormProps<Row extends object, Values> extends Pick<RecordDialogProps<Row, Values>, Used> {
  row: Row | null
  onSaved: () => void
  /** Leaves it unsaved; without it the form is a screen of its own. */
  onClose?: () => void
}

export function RecordForm<Row extends object, Values>(props: RecordFormProps<Row, Values>) {
  const { fields, row, note, onClose } = props
  const { values, setValue, errors, busy, theirs, failed, submit, isDirty } = useRecordForm(props)
  const form = useRef<HTMLFormElement>(null)
  useSaveShortcut(form)
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {note?.(row)}
      {failed && (
        <p className={controls.error} role="alert">
          {failed}
        </p>
      )}
      {fields.map((field) => (
        <RecordField
          key={field.key}
          field={field}
          value={values[field.key] ?? ''}
          error={errors[field.key]}
          theirs={theirs && theirs[field.key] !== values[field.key] ? theirs[field.key] : undefined}
          onChange={(value) => setValue(field.key, value)}
        />
      ))}
      <div className={dialog.actions}>
        {onClose && (
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
        )}
        <button type="submit" className={controls.button} disabled={busy} aria-keyshortcuts="Control+S Meta+S">
          {busy ? 'Saving...' : 'Save'}
        </button>
      </div>
      <AskBeforeLeaving isDirty={isDirty} />
    </form>
  )
}

function useRecordForm<Row extends object, Values>(props: RecordFormProps<Row, Values>) {
  const { fields, schema, save, done, failure, onSaved } = props
  const [base, setBase] = useState<Row | null>(props.row)
  const [values, setValues] = useState<FormValues>(() => formValues(fields, asRecord(props.row)))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [theirs, setTheirs] = useState<FormValues | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Asked while it is being left, when nothing is drawn any more.
  const now = useRef({ values, base, saved: false })
  now.current = { ...now.current, values, base }
  const isDirty = useCallback(() => {
    const { values, base, saved } = now.current
    return !saved && differing(fields, values, formValues(fields, asRecord(base))).length > 0
  }, [fields])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const parsed = schema.safeParse(values)
    setErrors(parsed.success ? {} : errorsOf(parsed.error.issues, fields))
    if (!parsed.success) return requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    setBusy(true)
    setFailed(null)
    try {
      const other = await save(parsed.data, base)
      if (other) {
        const saved = formValues(fields, asRecord(other))
        setValues(merged(fields, { values, began: formValues(fields, asRecord(base)), saved }))
        setTheirs(saved)
        setBase(other)
        setFailed(CHANGED_MEANWHILE)
        return
      }
      now.current.saved = true
      toast('success', done)
      onSaved()
    } catch (error) {
      toast('error', failure)
      setFailed(`${failure}: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const setValue = (key: string, value: string | boolean) => setValues((before) => ({ ...before, [key]: value }))
  return { values, setValue, errors, busy, theirs, failed, submit, isDirty }
}

const CHANGED_MEANWHILE =
  'Somebody saved this record while you had it open. Choose for each field that differs, and save again.'

const asRecord = (row: object | null): Readonly<Record<string, unknown>> | null => row && { ...row }

/** The first sentence of each field; a rule over several stands at the first field. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[], fields: readonly FormField[]) {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const key = String(path[0] ?? fields[0]?.key)
    errors[key] ??= message
  }
  return errors
}
