import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { toast } from '#design/toasts.ts'
import { askRightsAgain } from '../query-client.ts'
import * as controls from '../ui/controls.module.css'
import * as dialog from '../ui/dialog.module.css'
import { useSaveShortcut } from '../ui/save-shortcut.ts'
import { changedBy, differing, type FormField, type FormValues, formValues, merged } from './fields.ts'
import * as styles from './record.module.css'
import { RecordField } from './record-field.tsx'
import { useAskBeforeLeaving } from './unsaved.tsx'

/** What a form is made of, whether in a dialog or on a screen. */
export interface RecordFormParts<Row extends object, Values> {
  fields: readonly FormField[]
  schema: z.ZodType<Values, FormValues>
  /** Writes them over the row that was loaded. A row in return is what somebody else saved meanwhile, and nothing was written. */
  save: (values: Values, row: Row | null) => Promise<Row | null>
  /** What may be a slip in these values: said first, and they are saved when the button is pressed once more. */
  doubts?: (values: Values, row: Row | null) => Promise<readonly string[]>
  /** Said once it is saved, and before what went wrong. */
  done: string
  failure: string
  /** What is said above the fields of this row. */
  note?: (row: Row | null) => ReactNode
}

interface RecordFormProps<Row extends object, Values> extends RecordFormParts<Row, Values> {
  row: Row | null
  onSaved: () => void
  /** Leaves it unsaved; without it the form is a screen of its own. */
  onClose?: () => void
}

export function RecordForm<Row extends object, Values>(props: RecordFormProps<Row, Values>) {
  const { fields, row, note, onClose } = props
  const { values, setValue, errors, busy, theirs, failed, doubted, submit } = useRecordForm(props)
  const form = useRef<HTMLFormElement>(null)
  useSaveShortcut(form)
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {note?.(row)}
      {failed && <Failed words={failed} />}
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
      {doubted.length > 0 && (
        <div className={styles.theirs} role="alert">
          <p>Please look at this once more:</p>
          <ul className={styles.doubts}>
            {doubted.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={dialog.actions}>
        {onClose && (
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
        )}
        <button type="submit" className={controls.button} disabled={busy} aria-keyshortcuts="Control+S Meta+S">
          {busy ? 'Saving...' : doubted.length > 0 ? 'Save all the same' : 'Save'}
        </button>
      </div>
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
  const [doubted, setDoubted] = useState<readonly string[]>([])
  // Asked while it is being left, when nothing is drawn any more.
  const now = useRef({ values, base, saved: false })
  now.current = { ...now.current, values, base }
  const isDirty = useCallback(() => {
    const { values, base, saved } = now.current
    return !saved && differing(fields, values, formValues(fields, asRecord(base))).length > 0
  }, [fields])
  useAskBeforeLeaving(isDirty)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const parsed = schema.safeParse(values)
    setFailed(null)
    if (!parsed.success) {
      const { atFields, others } = errorsOf(parsed.error.issues, fields)
      setErrors(atFields)
      if (others.length > 0) setFailed(`${failure}: ${others.join('. ')}`)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    setErrors({})
    setBusy(true)
    try {
      const doubts = (await props.doubts?.(parsed.data, base)) ?? []
      if (doubts.some((doubt) => !doubted.includes(doubt))) {
        setDoubted(doubts)
        return
      }
      const other = await save(parsed.data, base)
      if (other) {
        const saved = formValues(fields, asRecord(other))
        const began = formValues(fields, asRecord(base))
        setValues(merged(fields, { values, began, saved }))
        setTheirs(changedBy(fields, began, saved))
        setBase(other)
        setFailed(CHANGED_MEANWHILE)
        return
      }
      now.current.saved = true
      toast('success', done)
      onSaved()
    } catch (error) {
      toast('error', failure)
      askRightsAgain()
      const taken = takenField(error, fields)
      if (taken) setErrors({ [taken.key]: `There is one with this ${taken.label.toLowerCase()} already` })
      setFailed(`${failure}: ${taken ? `the ${taken.label.toLowerCase()} is taken` : messageOf(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const setValue = (key: string, value: string | boolean) => {
    setValues((before) => ({ ...before, [key]: value }))
    setDoubted([])
  }
  return { values, setValue, errors, busy, theirs, failed, doubted, submit }
}

const CHANGED_MEANWHILE =
  'Somebody saved this record while you had it open. Choose for each field that differs, and save again.'

const asRecord = (row: object | null): Readonly<Record<string, unknown>> | null => row && { ...row }

/** What failed, where it is seen: the button that was pressed stands at the foot of a long form. */
function Failed({ words }: { words: string }) {
  const line = useRef<HTMLParagraphElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are another failure, to be looked at as well.
  useEffect(() => {
    line.current?.scrollIntoView({ block: 'center' })
    line.current?.focus({ preventScroll: true })
  }, [words])
  return (
    <p ref={line} className={controls.error} role="alert" tabIndex={-1}>
      {words}
    </p>
  )
}

/** The first sentence of each field; a rule over several stands at the first field, one of no field above them all. */
function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[], fields: readonly FormField[]) {
  const atFields: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of issues) {
    const key = String(path[0] ?? fields[0]?.key)
    if (fields.some((field) => field.key === key)) atFields[key] ??= message
    else others.push(`${key}: ${message}`)
  }
  return { atFields, others }
}

/** The field whose value another record has: Postgres names a constraint by its table and column. */
function takenField(error: unknown, fields: readonly FormField[]): FormField | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === '23505')) return undefined
  const constraint = /unique constraint "(\w+)_key"/.exec(error.message)?.[1] ?? ''
  return fields.find(({ key }) => constraint.endsWith(`_${key}`))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
