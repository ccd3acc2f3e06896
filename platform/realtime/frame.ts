/** Websocket opcodes (RFC 6455 §5.2). */
const TEXT = 0x1
const BINARY = 0x2

/**
 * One unfragmented, unmasked websocket frame, ready for the wire. Built once and written to every receiver's socket
 * as it is: a broadcast to a thousand clients costs one encoding.
 */
export function buildFrame(data: string | Buffer): Buffer {
  const opcode = typeof data === 'string' ? TEXT : BINARY
  const length = typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = 0x80 | opcode
  if (headerLength === 2) {
    frame[1] = length
  } else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  if (typeof data === 'string') frame.write(data, headerLength)
  else data.copy(frame, headerLength)
  return frame
}
