import type { ComponentType } from 'react'
import { columnWord } from '#domain/column-words.ts'
import type { Choice } from '../list/list-definition.ts'

/** A field of a record's form; what it holds is text or a tick, and the screen's schema makes values of it. */
export interface FormField {
  key: string
  label: string
  kind: 'text' | 'long' | 'number' | 'choice' | 'check'
  choices?: readonly Choice[]
  /** What a new record begins with; a choice without one begins with its first. */
  initial?: string
  /** What the field is for, or does; under it. */
  hint?: string
  maxLength?: number
  /** Offered while typing. */
  suggestions?: readonly string[]
  /** What is said of the value that stands there. */
  Notice?: ComponentType<{ value: string }>
}

/** The fields of a table's form, called what its columns are called everywhere. */
export const fieldsOf = (table: string, fields: readonly Omit<FormField, 'label'>[]): readonly FormField[] =>
  fields.map((field) => ({ ...field, label: columnWord(table, field.key) }))

export type FormValues = Readonly<Record<string, string | boolean>>

/** A row's columns as a form shows them. */
export function formValues(fields: readonly FormField[], row: Readonly<Record<string, unknown>> | null): FormValues {
  return Object.fromEntries(
    fields.map(({ key, kind, choices, initial = choices?.[0]?.value ?? '' }) => {
      const value = row === null ? initial : row[key]
      if (kind === 'check') return [key, value === true]
      return [key, value === null || value === undefined ? '' : String(value)]
    }),
  )
}

/** The fields whose values differ. */
export const differing = (fields: readonly FormField[], one: FormValues, other: FormValues): readonly FormField[] =>
  fields.filter(({ key }) => one[key] !== other[key])

/** What somebody else saved, field by field; nothing of the fields that they left. */
export const changedBy = (fields: readonly FormField[], began: FormValues, saved: FormValues): FormValues =>
  Object.fromEntries(differing(fields, began, saved).map(({ key }) => [key, saved[key] ?? '']))

/** After somebody else saved: what was typed here stays, and where nothing was, theirs stands. */
export const merged = (
  fields: readonly FormField[],
  { values, began, saved }: Readonly<Record<'values' | 'began' | 'saved', FormValues>>,
): FormValues =>
  Object.fromEntries(fields.map(({ key }) => [key, (values[key] === began[key] ? saved[key] : values[key]) ?? '']))
