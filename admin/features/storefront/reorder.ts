/** The list with the row at `from` moved to `to`; unchanged where there is no such place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): readonly Row[] {
  const row = rows[from]
  if (row === undefined || to < 0 || to >= rows.length || from === to) return rows
  const rest = rows.toSpliced(from, 1)
  return rest.toSpliced(to, 0, row)
}

/** Rows whose place is no longer what they say, with their place: what has to be written. */
export function displaced<Row extends { display_order: number }>(rows: readonly Row[]): Row[] {
  return rows.flatMap((row, place) => (row.display_order === place ? [] : [{ ...row, display_order: place }]))
}
