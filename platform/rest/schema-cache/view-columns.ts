import type { ViewRow } from './queries.ts'

/** Where one view column comes from: a relation's oid and column number. */
export interface ColumnOrigin {
  table: number
  column: number
}

/**
 * For each view its columns (by number) and the table columns behind them, through views of views. A view may read
 * itself (`create or replace view` allows it, and every query of it then fails): such columns have no origin.
 */
export function resolveViewColumns(views: readonly ViewRow[]): Map<number, Map<number, ColumnOrigin>> {
  const direct = new Map(views.map((view) => [view.oid, readTargetList(view.action)]))
  const resolved = new Map<number, Map<number, ColumnOrigin>>()
  /** Ends of the walks so far, by the column object they passed. */
  const ends = new Map<ColumnOrigin, ColumnOrigin | null>()
  for (const [oid, columns] of direct) {
    const found = new Map<number, ColumnOrigin>()
    for (const [number, origin] of columns) {
      const end = followOrigin(direct, ends, origin)
      if (end) found.set(number, end)
    }
    resolved.set(oid, found)
  }
  return resolved
}

function followOrigin(
  direct: ReadonlyMap<number, ReadonlyMap<number, ColumnOrigin>>,
  ends: Map<ColumnOrigin, ColumnOrigin | null>,
  origin: ColumnOrigin,
): ColumnOrigin | null {
  const passed = new Set<ColumnOrigin>()
  let current = origin
  let end = ends.get(current)
  while (end === undefined) {
    passed.add(current)
    const next = direct.get(current.table)?.get(current.column)
    if (!next) end = current
    else if (passed.has(next)) end = null
    else {
      current = next
      end = ends.get(current)
    }
  }
  for (const column of passed) ends.set(column, end)
  return end
}

const ENTRY_TAIL = /:resno (\d+) :resname (?:\\.|[^:\\])* :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+)/g

/**
 * Reads the outermost target list of a stored rule. A rule is a node tree: `({QUERY … :targetList ({TARGETENTRY
 * :expr {…} :resno 1 :resname id … :resorigtbl 16385 :resorigcol 1 …} …) …})`, with `\` before literal braces.
 */
function readTargetList(action: string): Map<number, ColumnOrigin> {
  const columns = new Map<number, ColumnOrigin>()
  const marker = ':targetList ('
  let depth = 0
  let entryStart = -1
  let inList = false
  for (let at = 0; at < action.length; at += 1) {
    const char = action[at]
    if (char === '\\') at += 1
    else if (char === '{') {
      depth += 1
      if (inList && depth === 2) entryStart = at
    } else if (char === '}') {
      if (inList && depth === 2) addEntry(columns, action.slice(entryStart, at))
      depth -= 1
    } else if (inList && depth === 1 && char === ')') return columns
    else if (!inList && depth === 1 && char === ':' && action.startsWith(marker, at)) {
      inList = true
      at += marker.length - 1
    }
  }
  return columns
}

function addEntry(columns: Map<number, ColumnOrigin>, entry: string): void {
  // Sub-selects inside the expression have target lists of their own; the entry's own numbers come last.
  const tail = [...entry.matchAll(ENTRY_TAIL)].at(-1)
  if (!tail) return
  const [, number, table, column] = tail
  if (table === '0' || column === '0') return
  columns.set(Number(number), { table: Number(table), column: Number(column) })
}
