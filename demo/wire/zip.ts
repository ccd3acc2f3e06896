import { crc32, createDeflateRaw } from 'node:zlib'

/**
 * A ZIP file with one deflated entry, streamed: sizes and checksum follow the data in a descriptor, as the network's
 * servers write it (PKWARE APPNOTE 4.3.9). Entries end below 4 GiB: no ZIP64 record is written.
 */
export async function* zipOf(chunks: AsyncIterable<string>, name: string): AsyncGenerator<Buffer> {
  const nameBytes = Buffer.from(name)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(0x0808, 6) // descriptor follows, name is UTF-8
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(0x21, 12) // 1 January 1980: the same input gives the same bytes
  local.writeUInt16LE(nameBytes.length, 26)
  yield local
  yield nameBytes
  let checksum = 0
  let size = 0
  let packedSize = 0
  const deflate = createDeflateRaw()
  const feeding = (async () => {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk)
      checksum = crc32(bytes, checksum)
      size += bytes.length
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  })()
  for await (const packed of deflate) {
    packedSize += packed.length
    yield packed
  }
  await feeding
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(checksum, 4)
  descriptor.writeUInt32LE(packedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  yield descriptor
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(20, 4)
  local.copy(central, 6, 4, 16)
  descriptor.copy(central, 16, 4, 16)
  central.writeUInt16LE(nameBytes.length, 28)
  yield central
  yield nameBytes
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + nameBytes.length, 12)
  end.writeUInt32LE(30 + nameBytes.length + packedSize + 16, 16)
  yield end
}
