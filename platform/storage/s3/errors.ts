import { StorageError } from '../errors.ts'
import { type XmlContent, xmlResponse } from './xml-writer.ts'

const failure = (statusCode: number, code: string, message: string) =>
  new StorageError({ statusCode, code, message, exposed: true })

export const signatureMismatch = () =>
  failure(
    403,
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  )
export const invalidAccessKey = () =>
  failure(403, 'InvalidAccessKeyId', 'The access key id you provided does not exist in our records.')
export const invalidSessionToken = (reason: string) =>
  failure(403, 'InvalidToken', `The session token is bad: ${reason}`)
export const unsigned = (message: string) => failure(403, 'AccessDenied', message)
export const clockSkewed = () =>
  failure(
    403,
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large. Set your clock.',
  )
export const expired = () => failure(403, 'AccessDenied', 'Request has expired')
export const invalidCredentials = (message: string) => failure(400, 'AuthorizationHeaderMalformed', message)
export const invalidArgument = (message: string) => failure(400, 'InvalidArgument', message)
export const malformedXml = () =>
  failure(400, 'MalformedXML', 'The XML you provided was not well-formed or did not validate against our schema.')
export const badBodyHash = () =>
  failure(
    400,
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  )
export const badDigest = (name: string) =>
  failure(400, 'BadDigest', `The ${name} you specified did not match what we received.`)
export const invalidDigest = (name: string) => failure(400, 'InvalidDigest', `The ${name} you specified is not valid.`)
export const incompleteBody = () =>
  failure(400, 'IncompleteBody', 'The request body is not as long as it was announced, or is cut off.')
export const malformedTrailer = () =>
  failure(400, 'MalformedTrailerError', 'The trailers of the body are missing or not those that were announced.')
export const chunkTooSmall = () =>
  failure(403, 'InvalidChunkSizeError', 'Only the last chunk is allowed to have a size less than 8192 bytes')
export const notImplemented = (what: string) => failure(501, 'NotImplemented', `${what} is not implemented here.`)
export const methodNotAllowed = () =>
  failure(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
export const noSuchUpload = () =>
  failure(404, 'NoSuchUpload', 'The specified upload does not exist. It may have been aborted or completed.')
export const invalidPart = () =>
  failure(400, 'InvalidPart', 'One or more of the specified parts could not be found, or has another ETag.')
export const invalidPartOrder = () => failure(400, 'InvalidPartOrder', 'The list of parts was not in ascending order.')
export const partTooSmall = () => failure(400, 'EntityTooSmall', 'Every part but the last must have at least 5 MiB.')
export const tooManyUploads = (limit: number) =>
  failure(400, 'TooManyUploads', `There are ${limit} unfinished uploads of yours. Complete or abort some first.`)
export const policyRefuses = (message: string) =>
  failure(403, 'AccessDenied', `Invalid according to Policy: ${message}`)

/** What S3 calls those of our failures that it knows under another name, and its status for them. */
const AS_IN_S3: Record<string, { code: string; statusCode?: number }> = {
  ResourceNotEmpty: { code: 'BucketNotEmpty' },
  InvalidRange: { code: 'InvalidRange', statusCode: 416 },
  InvalidMimeType: { code: 'InvalidMimeType', statusCode: 415 },
  KeyAlreadyExists: { code: 'KeyAlreadyExists', statusCode: 409 },
  Aborted: { code: 'IncompleteBody', statusCode: 400 },
  RequestTimeout: { code: 'RequestTimeout', statusCode: 400 },
  DatabaseTimeout: { code: 'ServiceUnavailable', statusCode: 503 },
}

/** The one place where a failure becomes a response of S3. A HEAD response has no body to say more in. */
export function renderS3Error(error: StorageError, options: { method: string; resource: string; requestId: string }) {
  const { code, statusCode = error.statusCode } = AS_IN_S3[error.code] ?? error
  const headers: Record<string, string> = statusCode === 503 ? { 'retry-after': '2' } : {}
  if (options.method === 'HEAD') return new Response(null, { status: statusCode, headers })
  const content: XmlContent = {
    Code: code,
    Message: error.message,
    Resource: options.resource,
    RequestId: options.requestId,
  }
  return xmlResponse('Error', content, { status: statusCode, headers })
}
