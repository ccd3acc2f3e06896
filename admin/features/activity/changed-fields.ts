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

/** A change's columns with their values as text. */
export function changedFields({ columns, before, after }: Logged): ChangedField[] {
  const [was, became] = [valuesOf(before), valuesOf(after)]
  return columns.map((column) => {
    const isKept = column in was || column in became
    return {
      column,
      before: isKept ? textOf(was[column]) : NOT_KEPT,
      after: isKept ? textOf(became[column]) : NOT_KEPT,
    }
  })
}

const valuesOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
