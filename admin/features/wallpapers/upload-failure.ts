/** What the store of files refused, as what is wrong with the file and what helps; other reasons stay as they came. */
export function uploadFailure(reason: string): string {
  if (/^mime type .* is not supported/.test(reason)) {
    return 'this file is not the picture that its name promises. Save it anew as JPEG, PNG, WebP or AVIF, and choose that file'
  }
  if (/pixels/.test(reason)) {
    return 'this picture has too many pixels. Make it smaller, such as 2160 × 3840, and choose it again'
  }
  return reason
}
