import type { Random } from '../seed/random.ts'

/** One of the faults that real feeds have, done to one line. Each costs the feed this row and must cost it no other. */
export function damageCsvRow(line: string, { random, delimiter }: { random: Random; delimiter: string }): string {
  const fields = line.split(delimiter)
  switch (random.between(0, 5)) {
    case 0: // a quote that is never closed
      return `${fields.slice(0, 5).join(delimiter)}${delimiter}"Never closed${delimiter}${fields.slice(6).join(delimiter)}`
    case 1: // the row ends early
      return fields.slice(0, 4).join(delimiter)
    case 2: // no name
      return fields.map((field, i) => (i === 1 ? '' : field)).join(delimiter)
    case 3: // a price that is none
      return line.replace(/\d+[.,]\d\d(?=[^\d])/, 'call us')
    case 4: // a link to nowhere
      return line.replace(/https:\/\/www\.awin1\.com[^\s"]*?(?=[;,|\t])/, 'javascript:void(0)')
    default: // an extra delimiter in an unquoted field
      return `${line}${delimiter}${delimiter}surplus`
  }
}
