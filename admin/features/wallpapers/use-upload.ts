import { useEffect, useRef, useState } from 'react'
import { toast } from '#design/toasts.ts'
import { removeFile } from './queries.ts'
import { uploadFailure } from './upload-failure.ts'
import { type UploadProgress, uploadImage } from './upload-image.ts'

/**
 * The upload of one form. A file is sent once, however often its form is saved; what no row shows in the end is removed. What
 * went wrong is said in passing, and handed over to stand beside the file.
 */
export function useUpload(onFailure: (words: string) => void) {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const giveUp = useRef<AbortController>(null)
  const sent = useRef<{ file: File; address: string }>(null)

  const cancel = () => giveUp.current?.abort(new Error('the upload was cancelled'))
  const drop = () => {
    if (sent.current) void removeFile(sent.current.address)
    sent.current = null
  }
  const upload = async (file: File): Promise<string | null> => {
    if (sent.current?.file === file) return sent.current.address
    drop()
    giveUp.current = new AbortController()
    try {
      const address = await uploadImage(file, { onProgress: setProgress, signal: giveUp.current.signal })
      sent.current = { file, address }
      return address
    } catch (error) {
      const words = `Failed to upload image: ${uploadFailure(error instanceof Error ? error.message : String(error))}`
      toast('error', words)
      onFailure(words)
      return null
    } finally {
      setProgress(null)
    }
  }
  /** The row that shows it is saved. */
  const keep = () => {
    sent.current = null
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form is gone, saved or not.
  useEffect(
    () => () => {
      cancel()
      drop()
    },
    [],
  )
  return { progress, upload, keep, cancel }
}
