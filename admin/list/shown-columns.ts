import type { Column, ListDefinition, ListState } from './list-definition.ts'

/** The columns that stand in the table, in the list's own order. */
export function shownColumns<Row>(
  { columns }: Pick<ListDefinition<Row>, 'columns'>,
  { columns: chosen }: Pick<ListState, 'columns'>,
): readonly Column<Row>[] {
  const shown = columns.filter(({ key, isExtra }) => (chosen ? chosen.includes(key) : !isExtra))
  return shown.length > 0 ? shown : columns.slice(0, 1)
}
