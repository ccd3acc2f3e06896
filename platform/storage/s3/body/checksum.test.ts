import { expect, test } from 'vitest'
import { CHECKSUMS } from './checksum.ts'

/** The catalogue of CRC algorithms gives this text's value for each. */
const CHECK = Buffer.from('123456789')
test.each([
  ['x-amz-checksum-crc32', 'cbf43926'],
  ['x-amz-checksum-crc32c', 'e3069283'],
  ['x-amz-checksum-crc64nvme', 'ae8b14860a799888'],
  ['x-amz-checksum-sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['content-md5', '25f9e794323b453885f5181f1b624d0b'],
])('%s of a known text, in one piece and in many', (name, expected) => {
  const whole = CHECKSUMS[name]?.()
  whole?.update(CHECK)
  const pieces = CHECKSUMS[name]?.()
  for (const byte of CHECK) pieces?.update(Uint8Array.of(byte))
  const digest = Buffer.from(expected, 'hex').toString('base64')
  expect([whole?.digest(), pieces?.digest()]).toEqual([digest, digest])
})
