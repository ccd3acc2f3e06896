import { type FanOut, fanOutRaw } from '../fan-out.ts'
import type { Tuple } from './pgoutput.ts'
import type { Table } from './tables.ts'
import { toJson } from './values.ts'
import type { WalChange } from './wal-queue.ts'

/** Above this a change goes out with its small columns only, as on hosted. */
const MAX_RECORD_BYTES = 1024 * 1024
const SMALL_COLUMN_BYTES = 64

export interface FrameAudience {
  topic: string
  isLegacy: boolean
  ids: number[]
  role: string
  select: ReadonlySet<string> | null
}

/**
 * Writes one change for its audiences. A record is written once for each set of columns, a frame once for each topic
 * and list of ids: a thousand subscribers to one thing cost one frame.
 */
export function createChangeFrames(change: WalChange, table: Table) {
  const records = new Map<string, string>()
  const frames = new Map<string, FanOut>()
  const names = table.columns.map((column) => JSON.stringify(column.name))
  const cells = new Map<Tuple, (string | undefined)[]>()
  const old = oldTuple(change, table)

  function write(shown: number[], error: string | null): string {
    const { relation, kind, commitTimeMs } = change
    const columns = shown.map((at) => `{"name":${names[at]},"type":${JSON.stringify(table.columns[at]?.type.name)}}`)
    const head = [
      `"schema":${JSON.stringify(relation.schema)},"table":${JSON.stringify(relation.name)},"type":"${kind}"`,
      `"commit_timestamp":"${new Date(commitTimeMs).toISOString()}"`,
      `"columns":[${columns.join(',')}]`,
    ]
    const bodies = (limit: number) => [
      ...(change.new ? [`"record":${record(change.new, shown, limit)}`] : []),
      ...(kind === 'INSERT' ? [] : [`"old_record":${record(old, shown, limit)}`]),
    ]
    let body = bodies(Number.POSITIVE_INFINITY)
    let errors = error
    if (body.reduce((sum, part) => sum + Buffer.byteLength(part), 0) > MAX_RECORD_BYTES) {
      body = bodies(SMALL_COLUMN_BYTES)
      errors = 'Error 413: Payload Too Large'
    }
    return `{${[...head, ...body, `"errors":${errors === null ? 'null' : JSON.stringify([errors])}`].join(',')}}`
  }

  function record(tuple: Tuple, shown: number[], limit: number): string {
    const texts = cellTexts(tuple)
    const parts = shown.flatMap((at) => {
      const text = texts[at]
      return text === undefined || text.length > limit ? [] : [`${names[at]}:${text}`]
    })
    return `{${parts.join(',')}}`
  }

  function cellTexts(tuple: Tuple) {
    let texts = cells.get(tuple)
    if (!texts) {
      texts = tuple.map((value, index) => {
        const type = table.columns[index]?.type
        return value === undefined || !type ? undefined : toJson(value, type)
      })
      cells.set(tuple, texts)
    }
    return texts
  }

  return function frame({ topic, isLegacy, ids, role, select }: FrameAudience, error: string | null): FanOut {
    const recordKey = `${role}\0${error ?? ''}\0${select ? [...select].join('\0') : '*'}`
    const frameKey = `${recordKey}\0${isLegacy}\0${ids.join()}\0${topic}`
    const known = frames.get(frameKey)
    if (known) return known
    let data = records.get(recordKey)
    if (data === undefined) {
      const shown = table.columns.flatMap(({ name }, index) =>
        error === null && table.readable.get(role)?.has(name) && (select?.has(name) ?? true) ? [index] : [],
      )
      data = write(shown, error)
      records.set(recordKey, data)
    }
    const fanOut = isLegacy
      ? fanOutRaw({ topic, event: change.kind }, data)
      : fanOutRaw({ topic, event: 'postgres_changes' }, `{"ids":[${ids.join()}],"data":${data}}`)
    frames.set(frameKey, fanOut)
    return fanOut
  }
}

/** What subscribers may know of the row before. */
function oldTuple({ kind, old, new: row }: WalChange, table: Table): Tuple {
  if (kind === 'DELETE' && table.rowSecurity) {
    // Nobody can be asked any more who was allowed to see the row, so nobody learns more than that it is gone.
    return (old ?? []).map((value, index) => (table.primaryKey.includes(index) ? value : undefined))
  }
  // Where a row's key did not change, the server does not repeat it.
  return old ?? (row ?? []).map((value, index) => (table.relation.columns[index]?.isKey ? value : undefined))
}
