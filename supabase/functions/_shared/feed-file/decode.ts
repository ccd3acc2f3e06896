import { isUtf8 } from 'node:buffer'
import { feedErrors } from '../errors.ts'

/**
 * A feed's bytes as UTF-8, cut only between characters. UTF-16 is known by its mark or its zeros; bytes that are not
 * UTF-8 and make more sense as Windows-1252 are read as that. Binary data is refused.
 */
export async function* toUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let convert: Converter | null = null
  for await (const piece of bytes) {
    convert ??= converterFor(piece)
    const converted = convert(piece, true)
    if (converted.length > 0) yield converted
  }
  if (!convert) throw feedErrors.emptyFile()
  const last = convert(new Uint8Array(0), false)
  if (last.length > 0) yield last
}

type Converter = (piece: Uint8Array, more: boolean) => Buffer

function converterFor(start: Uint8Array): Converter {
  if (start[0] === 0xff && start[1] === 0xfe) return decoding('utf-16le')
  if (start[0] === 0xfe && start[1] === 0xff) return decoding('utf-16be')
  const sample = start.subarray(0, 4096)
  if (sample.includes(0)) {
    // Every second byte of Latin text in UTF-16 is zero; anything else with zeros is no text.
    const zeros = (offset: number) => sample.filter((byte, i) => i % 2 === offset && byte === 0).length
    const [even, odd] = [zeros(0) / sample.length, zeros(1) / sample.length]
    if (odd > 0.3 && even < 0.05) return decoding('utf-16le')
    if (even > 0.3 && odd < 0.05) return decoding('utf-16be')
    throw feedErrors.notText()
  }
  return checkingUtf8()
}

function decoding(label: string): Converter {
  const decoder = new TextDecoder(label)
  return (piece, more) => Buffer.from(decoder.decode(piece, { stream: more }))
}

function checkingUtf8(): Converter {
  let tail = Buffer.alloc(0)
  let other: Converter | null = null
  return (piece, more) => {
    if (other) return other(piece, more)
    const all =
      tail.length > 0 ? Buffer.concat([tail, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    const end = more ? lastCharacterEnd(all) : all.length
    const whole = all.subarray(0, end)
    tail = Buffer.from(all.subarray(end))
    if (isUtf8(whole)) return whole
    const text = new TextDecoder().decode(whole)
    const undecodable = text.split('\uFFFD').length - 1
    const decoded = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
    // A few broken characters in good UTF-8: they are dropped later, where texts are tidied.
    if (decoded >= undecodable) return Buffer.from(text)
    other = decoding('windows-1252')
    tail = Buffer.alloc(0)
    return other(all, more)
  }
}

/** Where the last whole character of a piece ends: its first byte says how many must follow (RFC 3629, 3). */
function lastCharacterEnd(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return width > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
