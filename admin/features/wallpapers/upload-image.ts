import { Upload } from 'tus-js-client'
import { supabase } from '../../client.ts'
import { PUBLIC_PATH } from './queries.ts'

export interface UploadProgress {
  sentBytes: number
  totalBytes: number
}

interface UploadOptions {
  onProgress: (progress: UploadProgress) => void
  signal: AbortSignal
}

/** The size of a part that the storage service takes; a broken line repeats one part at most. */
const PART_BYTES = 6 * 1024 * 1024

/**
 * Uploads an image under a random name with its own extension and returns its address on this site. A line that breaks
 * is taken up again where it broke; `signal` gives up and removes what had arrived.
 */
export async function uploadImage(file: File, { onProgress, signal }: UploadOptions): Promise<string> {
  const { data } = await supabase.auth.getSession()
  if (!data.session) throw new Error('Please log in to access this page.')
  const name = `${crypto.randomUUID()}${extensionOf(file.name)}`
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${window.location.origin}/storage/v1/upload/resumable`,
      headers: { authorization: `Bearer ${data.session.access_token}` },
      metadata: { bucketName: 'wallpapers', objectName: name, contentType: file.type, cacheControl: '3600' },
      chunkSize: PART_BYTES,
      uploadDataDuringCreation: true,
      // Each upload has a name of its own: there is nothing of an earlier one to go on with.
      storeFingerprintForResuming: false,
      retryDelays: [0, 1000, 3000, 5000],
      onShouldRetry: ({ originalResponse }) => mayPass(originalResponse?.getStatus() ?? 0),
      onProgress: (sentBytes, totalBytes) => onProgress({ sentBytes, totalBytes }),
      onSuccess: () => resolve(),
      onError: (error) => reject(new Error(reasonOf(error))),
    })
    signal.addEventListener('abort', () => {
      void upload.abort(true).catch(() => {})
      reject(signal.reason)
    })
    upload.start()
  })
  return PUBLIC_PATH + name
}

/** A refusal and a full disk (507) stay what they are; a broken line, a lock and a server in trouble pass. */
const mayPass = (status: number): boolean =>
  status !== 507 && (status < 400 || status >= 500 || status === 409 || status === 423)

/** '.webp'; nothing for a name without one. */
export function extensionOf(name: string): string {
  return /\.[a-z0-9]{1,8}$/i.exec(name)?.[0]?.toLowerCase() ?? ''
}

/** The service's own sentence, where there is one in the answer. */
function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'originalResponse' in error) {
    const response = error.originalResponse
    if (typeof response === 'object' && response !== null && 'getBody' in response) {
      const body = typeof response.getBody === 'function' ? String(response.getBody()) : ''
      if (body) return messageIn(body)
    }
  }
  return 'the connection broke off. Please try again'
}

function messageIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && 'message' in parsed) return String(parsed.message)
  } catch {
    // plain text, as tus servers answer
  }
  return body.trim().slice(0, 300)
}
