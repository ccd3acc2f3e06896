import yauzl from 'yauzl'
import { feedErrors } from '../errors.ts'

/** The one file of a zip archive, unpacked. Folders and hidden files that archivers add are passed over. */
export async function openZipEntry({
  path,
  signal,
  pieceBytes,
}: {
  path: string
  signal: AbortSignal
  pieceBytes: number
}) {
  const archive = await yauzl.openPromise(path, { autoClose: false }).catch((error) => {
    throw feedErrors.damagedArchive(error instanceof Error ? error.message : 'not a zip file')
  })
  const entries: yauzl.Entry[] = []
  for await (const entry of archive.eachEntry()) {
    if (!/\/$|(?:^|\/)[._]/.test(entry.fileName)) entries.push(entry)
    if (entries.length > 100) break
  }
  const [entry] = entries
  if (!entry || entries.length > 1) {
    archive.close()
    throw feedErrors.archiveEntries(entries.length)
  }
  const stream = await archive.openReadStreamPromise(entry)
  stream.once('close', () => archive.close())
  signal.addEventListener('abort', () => stream.destroy(feedErrors.cancelled()), { once: true })
  let read = 0
  const share = entry.compressedSize / Math.max(1, entry.uncompressedSize)
  async function* pieces() {
    // The archive's library unpacks in small pieces; join them for the decoder's sake.
    let pending: Buffer[] = []
    let pendingBytes = 0
    for await (const piece of stream) {
      pending.push(piece)
      pendingBytes += piece.length
      if (pendingBytes < pieceBytes) continue
      read += pendingBytes
      yield Buffer.concat(pending)
      pending = []
      pendingBytes = 0
    }
    read += pendingBytes
    if (pendingBytes > 0) yield Buffer.concat(pending)
  }
  return { bytes: pieces(), size: entry.compressedSize, position: () => Math.ceil(read * share) }
}
