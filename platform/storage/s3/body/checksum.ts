import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A running checksum; `digest` in base64, as S3's headers carry it. */
export interface Checksum {
  update(chunk: Uint8Array): void
  digest(): string
}

/** S3's checksums by the name of their header or trailer. */
export const CHECKSUMS: Readonly<Record<string, () => Checksum>> = {
  'x-amz-checksum-crc32': () => running((chunk, value) => crc32(chunk, value)),
  'x-amz-checksum-crc32c': () => running(crc32c),
  'x-amz-checksum-crc64nvme': crc64nvme,
  'x-amz-checksum-sha1': () => hashed('sha1'),
  'x-amz-checksum-sha256': () => hashed('sha256'),
  'content-md5': () => hashed('md5'),
}

function hashed(algorithm: string): Checksum {
  const hash = createHash(algorithm)
  return {
    update(chunk) {
      hash.update(chunk)
    },
    digest: () => hash.digest('base64'),
  }
}

function running(next: (chunk: Uint8Array, value: number) => number): Checksum {
  let value = 0
  return {
    update(chunk) {
      value = next(chunk, value)
    },
    digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

/** Castagnoli's polynomial, reflected (RFC 3720). */
const CRC32C = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value
})

function crc32c(chunk: Uint8Array, start: number): number {
  let value = ~start
  for (const byte of chunk) value = (CRC32C[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return ~value >>> 0
}

/** The polynomial of NVMe, reflected. Two halves: a BigInt for each byte is fifty times slower. */
const POLYNOMIAL = 0x9a6c9329ac4bc9b5n
const CRC64 = Array.from({ length: 256 }, (_, byte) => {
  let value = BigInt(byte)
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ POLYNOMIAL : value >> 1n
  return value
})
const CRC64_HIGH = Uint32Array.from(CRC64, (value) => Number(value >> 32n))
const CRC64_LOW = Uint32Array.from(CRC64, (value) => Number(value & 0xffffffffn))

function crc64nvme(): Checksum {
  let high = 0xffffffff
  let low = 0xffffffff
  return {
    update(chunk) {
      for (const byte of chunk) {
        const index = (low ^ byte) & 0xff
        low = ((low >>> 8) | (high << 24)) ^ (CRC64_LOW[index] ?? 0)
        high = (high >>> 8) ^ (CRC64_HIGH[index] ?? 0)
      }
    },
    digest() {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(~high >>> 0)
      bytes.writeUInt32BE(~low >>> 0, 4)
      return bytes.toString('base64')
    },
  }
}
