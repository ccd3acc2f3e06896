import { feedErrors } from '../errors.ts'
import { isRecord } from '../json-value.ts'

export interface JsonLine {
  line: number
  value: Record<string, unknown>
  raw: string
}

export interface JsonLinesBatch {
  records: JsonLine[]
  damaged: { line: number; reason: string; raw: string }[]
}

/** As the delimited feeds' limit: an endless line must not fill the memory. */
const MAX_LINE_BYTES = 2 * 1024 * 1024
const LINE_FEED = 10

/** Reads one JSON object on each line, UTF-8 cut between characters. A line that is none costs itself only. */
export function createJsonLinesReader() {
  let rest: Buffer = Buffer.alloc(0)
  let line = 0

  function read(bytes: Buffer, isLast: boolean): JsonLinesBatch {
    const batch: JsonLinesBatch = { records: [], damaged: [] }
    const end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1
    for (const text of end > 0 ? bytes.toString('utf8', 0, end).replace(/\n$/, '').split('\n') : []) {
      line++
      const raw = line === 1 ? text.replace(/^\uFEFF/, '') : text
      if (raw.trim() === '') continue
      const value = objectOf(raw)
      if (value) batch.records.push({ line, value, raw })
      else if (line === 1 && /^\s*<|^[^{["]*$/.test(raw)) throw feedErrors.notJsonLines()
      else batch.damaged.push({ line, reason: 'not a JSON object', raw })
    }
    rest = bytes.subarray(end)
    if (rest.length > MAX_LINE_BYTES) throw feedErrors.endlessLine(line + 1)
    return batch
  }

  return {
    push: (piece: Buffer) => read(rest.length > 0 ? Buffer.concat([rest, piece]) : piece, false),
    end: () => read(rest, true),
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
