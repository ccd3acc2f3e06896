/** Rows that were picked, or everything that the filters find but those. */
export type Selection = { kind: 'some'; ids: ReadonlySet<string> } | { kind: 'matching'; except: ReadonlySet<string> }

export const NOTHING: Selection = { kind: 'some', ids: new Set() }

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)

/** The rows with `ids` picked, or put back. */
export function select(selection: Selection, ids: readonly string[], picked: boolean): Selection {
  const isNoted = selection.kind === 'some' ? picked : !picked
  const noted = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  for (const id of ids) {
    if (isNoted) noted.add(id)
    else noted.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: noted } : { kind: 'matching', except: noted }
}

/** The ids between two rows of a list, both included, whichever comes first; with a row that is gone, the other alone. */
export function between(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : ids.indexOf(from)
  const end = ids.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** How many rows are selected of `total`. */
export const selectedCount = (selection: Selection, total: number): number =>
  selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size)
