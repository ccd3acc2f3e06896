/**
 * What the server refused has a code, and stands behind the failure's own words; whatever else goes wrong, such as a
 * broken connection, is told as it came (specification, B 8).
 */
export function failureWords(failure: string, error: unknown): string {
  const { code, message } = partsOf(error)
  return code ? `${failure}: ${message}` : `An error occurred: ${message}`
}

function partsOf(error: unknown): { code: string; message: string } {
  if (typeof error !== 'object' || error === null) return { code: '', message: String(error) }
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    message: 'message' in error ? String(error.message) : 'something broke',
  }
}
