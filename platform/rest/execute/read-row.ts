/** The texts of a DataRow, whose fields begin at `start`. */
export function readRow(bytes: Buffer, start: number): (string | null)[] {
  const row: (string | null)[] = []
  let at = start + 2
  for (let left = bytes.readUInt16BE(start); left > 0; left -= 1) {
    const size = bytes.readInt32BE(at)
    at += 4
    row.push(size < 0 ? null : bytes.toString('utf8', at, at + size))
    if (size > 0) at += size
  }
  return row
}
