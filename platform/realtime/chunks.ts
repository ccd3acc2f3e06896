/** NOTIFY takes less than 8000 bytes. */
const MAX_PART = 7800

export interface WholeMessage {
  node: string
  text: string
}

/**
 * Cuts messages into parts that fit a notification, `node:number:index:count:text`, and joins them again. Parts of one
 * message are notified in one transaction or in order, so they arrive in order; those of a lost sender are forgotten.
 */
export function createChunker(node: string) {
  const open = new Map<string, string[]>()
  let number = 0

  return {
    split(text: string): string[] {
      number += 1
      if (Buffer.byteLength(text) <= MAX_PART) return [`${node}:${number}:0:1:${text}`]
      // Cut as base64: a cut through a character would be no text.
      const encoded = Buffer.from(text).toString('base64')
      const count = Math.ceil(encoded.length / MAX_PART)
      return Array.from(
        { length: count },
        (_, index) => `${node}:${number}:${index}:${count}:${encoded.slice(index * MAX_PART, (index + 1) * MAX_PART)}`,
      )
    },
    join(part: string): WholeMessage | null {
      const match = /^([^:]+):(\d+):(\d+):(\d+):/.exec(part)
      if (!match) return null
      const [header, from = '', id, index, count] = match
      const text = part.slice(header.length)
      if (count === '1') return { node: from, text }
      const key = `${from}:${id}`
      const parts = open.get(key) ?? []
      // A part was missed while we were not listening: the message cannot be completed any more.
      if (parts.length !== Number(index)) {
        open.delete(key)
        return null
      }
      parts.push(text)
      if (parts.length < Number(count)) {
        open.set(key, parts)
        return null
      }
      open.delete(key)
      return { node: from, text: Buffer.from(parts.join(''), 'base64').toString('utf8') }
    },
    drop(from: string) {
      for (const key of open.keys()) if (key.startsWith(`${from}:`)) open.delete(key)
    },
  }
}
