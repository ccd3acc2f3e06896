import type { ReadNode, SelectedColumn } from '../plan/types.ts'
import type { Representation } from '../response/representation.ts'
import { replySetting } from './output.ts'
import type { Parameters, Statement } from './parameters.ts'
import { renderRead, SOURCE } from './read.ts'
import { isSimpleType } from './simple-types.ts'

/** Position of each value in the row of `REPLY_SETTINGS`. */
export const SETTINGS_OUTPUT = { headers: 0, status: 1 } as const

/** What functions that ran before it set for the response. */
const REPLY_SETTINGS: Statement = {
  text: `SELECT ${replySetting('response.headers')}, ${replySetting('response.status')}`,
  values: [],
}

/** True when a read's rows can be sent as they are and become JSON here: half of its work for Postgres. */
export function arePlainRows(root: ReadNode, representation: Representation): boolean {
  const { kind, stripNulls, plan } = representation
  if ((kind !== 'json' && kind !== 'object') || stripNulls || plan !== null) return false
  if (root.children.some(({ spread }) => spread)) return false
  if (root.select.length === 0 && root.children.length === 0) return allSimple(root)
  return root.select.every((column) => isPlainColumn(root, column))
}

function isPlainColumn(root: ReadNode, { field, aggregate }: SelectedColumn): boolean {
  if (aggregate !== null || field === 'rows') return false
  return field === '*' ? allSimple(root) : true
}

function allSimple({ scope }: ReadNode): boolean {
  return [...scope.columns.values()].every(isSimpleType)
}

export interface PlainRows {
  root: ReadNode
  /** The query of the common table expression that the root reads from; null where it reads a table. */
  source: string | null
  parameters: Parameters
}

/** The rows as they are, then what functions set. */
export function plainStatements({ root, source, parameters }: PlainRows): Statement[] {
  const read = renderRead(root, parameters, { jsonOfOthers: true })
  const text = source === null ? read : `WITH ${SOURCE} AS (${source}) ${read}`
  return [{ text, values: parameters.values, asJson: true }, REPLY_SETTINGS]
}
