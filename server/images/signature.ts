import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs addresses of images; the database signs with the same key (public.image). */
export interface ImageKey {
  /** The key as HMAC takes it in: padded to 64 bytes, under 0x36 and 0x5c (RFC 2104). */
  innerPad: Buffer
  outerPad: Buffer
  /** Whether a signature is this address's. Takes as long whatever it is. */
  isSigned(address: string, signature: string): boolean
}

/** Bytes of a signature: 128 bits cannot be guessed, and each stands in a page once for each image. */
const SIGNATURE_BYTES = 16
/** Bytes that SHA-256 works on at a time. */
const BLOCK_BYTES = 64

/** Derived like every key of the process (docs/decisions/0003), so that several machines agree. */
export function imageKey(jwtSecret: string): ImageKey {
  const key = Buffer.alloc(BLOCK_BYTES)
  Buffer.from(hkdfSync('sha256', jwtSecret, 'dahlia', 'picture key', 32)).copy(key)
  return {
    innerPad: Buffer.from(key.map((byte) => byte ^ 0x36)),
    outerPad: Buffer.from(key.map((byte) => byte ^ 0x5c)),
    isSigned(address, signature) {
      const right = createHmac('sha256', key).update(address).digest().subarray(0, SIGNATURE_BYTES)
      const given = Buffer.from(signature, 'base64url')
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
