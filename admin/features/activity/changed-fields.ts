interface Logged {
  columns: readonly string[]
  before: unknown
  after: unknown
}

export interface ChangedField {
  column: string
  before: string
  after: string
}

/** Said where the log holds only that a column changed: its values are personal. */
export const NOT_KEPT = 'not kept'

/** Columns that hold the id of an account. */
const ACCOUNTS: ReadonlySet<string> = new Set(['user_id'])

/** A change's columns with their values as text, accounts by their names. */
export function changedFields(
  { columns, before, after }: Logged,
  nameOf: (id: string | null) => string,
): ChangedField[] {
  const [was, became] = [valuesOf(before), valuesOf(after)]
  return columns.map((column) => {
    const isKept = column in was || column in became
    const told = (value: unknown) => (ACCOUNTS.has(column) && typeof value === 'string' ? nameOf(value) : textOf(value))
    return {
      column,
      before: isKept ? told(was[column]) : NOT_KEPT,
      after: isKept ? told(became[column]) : NOT_KEPT,
    }
  })
}

/** As the database writes a moment. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)$/

const valuesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value !== 'string') return JSON.stringify(value)
  return TIME.test(value) ? `${value.slice(0, 19).replace('T', ' ')} UTC` : value
}
