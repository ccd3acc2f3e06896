import { copyFile, open, stat, truncate } from 'node:fs/promises'
import type { Log } from '../../log.ts'

/** Twice this is what the server's log may take: the file and the one before. */
const LIMIT_BYTES = 10 * 1024 * 1024
/** A flood of errors writes a few megabytes a second: between two looks it stays in the order of the limit. */
const LOOK_EVERY_MS = 10_000

/**
 * Moves a log that has grown too large aside and empties it. The server keeps its file open for appending, so what it
 * writes next is at the front of the emptied file.
 */
export async function rotateLogFile(path: string, limitBytes = LIMIT_BYTES): Promise<void> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size <= limitBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

/** Bounds the log while the server runs. Returns how to stop. */
export function boundLogFile(path: string, log: Log): () => void {
  const timer = setInterval(() => {
    rotateLogFile(path).catch((error: unknown) => log.warn({ err: error }, "the database's log could not be shortened"))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Bytes: the server's last words, and those of its children that it takes along. */
const LAST_WORDS = 16 * 1024

/** Whether the server ended because there was no room for its log or its own files: then it cannot come back either. */
export async function endedForWantOfRoom(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (!file) return false
  try {
    const { size } = await file.stat()
    const length = Math.min(size, LAST_WORDS)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const text = buffer.toString('utf8')
    // What came after an earlier start is no reason of the last end.
    const lastStart = text.lastIndexOf('database system is ready to accept connections')
    const lines = text.slice(Math.max(0, lastStart)).split('\n')
    return lines.some((line) => line.includes('No space left on device') && /(?:PANIC|FATAL): /.test(line))
  } finally {
    await file.close()
  }
}
