import type { CommonFailures } from '../kernel/common-failures.ts'

/** An expected failure, shown to the client in the storage service's wire shape. */
export class StorageError extends Error {
  readonly statusCode: number
  readonly code: string
  readonly error: string
  /** Statuses that the client sees as they are; every other failure of the caller is a 400 with the truth in the body. */
  readonly exposed: boolean

  constructor(options: { statusCode: number; code: string; error?: string; message: string; exposed?: boolean }) {
    super(options.message)
    this.name = 'StorageError'
    this.statusCode = options.statusCode
    this.code = options.code
    this.error = options.error ?? options.code
    this.exposed = options.exposed ?? (options.statusCode >= 500 || options.statusCode === 429)
  }
}

export const failure = (statusCode: number, code: string, message: string, error?: string) =>
  new StorageError({ statusCode, code, message, ...(error === undefined ? {} : { error }) })

export const noSuchBucket = () => failure(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchKey = () => failure(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noSuchUpload = () => failure(404, 'NoSuchUpload', 'Upload not found')
export const keyAlreadyExists = () => failure(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')
export const bucketAlreadyExists = () => failure(409, 'BucketAlreadyExists', 'The resource already exists', 'Duplicate')
export const bucketNotEmpty = () =>
  failure(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty', 'ResourceNotEmpty')
export const relatedResourceMissing = () => failure(404, 'InvalidRequest', 'The related resource does not exist')

export const accessDenied = (message: string) => failure(403, 'AccessDenied', message, 'Unauthorized')
export const violatesPolicy = () => accessDenied('new row violates row-level security policy')
/** Emptying a bucket and purging a cache are the two refusals whose HTTP status is a real 403. */
export const serviceRoleOnly = () =>
  new StorageError({
    statusCode: 403,
    code: 'AccessDenied',
    error: 'Unauthorized',
    message: 'Access denied: only the service role may do this',
    exposed: true,
  })

export const invalidRequest = (message: string) => failure(400, 'InvalidRequest', message, 'Error')
export const noContent = () => failure(400, 'InvalidRequest', 'No content provided')
export const invalidKey = (key: string) => failure(400, 'InvalidKey', `Invalid key: ${key.slice(0, 1024)}`)
export const invalidBucketName = () => failure(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input')
export const invalidRange = () => failure(400, 'InvalidRange', 'invalid range provided', 'invalid_range')
export const invalidMimeType = (type: string) =>
  failure(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const contentIsNot = (type: string) =>
  failure(
    415,
    'InvalidMimeType',
    `mime type ${type} is not supported: the content is something else`,
    'invalid_mime_type',
  )
export const brokenImage = () =>
  failure(415, 'InvalidMimeType', 'The image is broken or cut off. Upload it again', 'invalid_mime_type')
export const tooLarge = () =>
  failure(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const tooManyPixels = (limit: number) =>
  failure(413, 'EntityTooLarge', `The image exceeded the maximum of ${limit} pixels`, 'Payload too large')
export const tooLargeToDecode = () =>
  failure(413, 'EntityTooLarge', 'The image has too many pixels to be read here. Make it smaller', 'Payload too large')
export const invalidFileSizeLimit = () =>
  failure(400, 'InvalidRequest', 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B')
export const uploadStalled = () =>
  failure(408, 'RequestTimeout', 'The upload stopped sending. Start it again, or use a resumable upload')
export const tooManyUnfinished = (limit: number) =>
  failure(429, 'TooManyUploads', `There are ${limit} unfinished uploads of yours. Finish or cancel some first`)
export const uploadCutOff = () => failure(400, 'Aborted', 'The upload was cut off. Start it again')
export const preconditionFailed = () =>
  new StorageError({
    statusCode: 412,
    code: 'PreconditionFailed',
    message: 'A condition of the request does not hold',
    exposed: true,
  })

export const invalidJwt = (message: string) => failure(400, 'InvalidJWT', message)
export const invalidSignature = (message = 'Invalid signature') => failure(400, 'InvalidSignature', message)
export const unrenderable = () =>
  failure(400, 'InvalidRequest', 'The source image is invalid or unsupported for rendering')
export const featureNotEnabled = (feature: string) =>
  failure(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`)
export const busy = () => failure(503, 'SlowDown', 'Too many images are being rendered. Try again in a moment')
export const internalError = () => failure(500, 'InternalError', 'Internal Server Error')

/** The failures that every service has, in this one's words. */
export const COMMON: CommonFailures<StorageError> = {
  bodyTooLarge: tooLarge,
  bodyCut: uploadCutOff,
  unavailable: (outage, message) =>
    outage === 'disk' ? failure(507, 'InsufficientStorage', message) : failure(503, 'DatabaseUnavailable', message),
}

/** The one place where a failure becomes a response. A HEAD response has no body to say more in. */
export function renderError(error: StorageError, method: string): Response {
  const status = error.exposed ? error.statusCode : 400
  if (method === 'HEAD') return new Response(null, { status })
  const body = { statusCode: String(error.statusCode), error: error.error, message: error.message, code: error.code }
  return Response.json(body, { status })
}
