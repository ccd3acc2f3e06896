const LENGTHS = new Set([8, 12, 13, 14])

/**
 * The GTIN that a text holds, or null when its length or check digit is wrong (GS1 General Specifications 7.9). A
 * wrong identity is worse than none: it would merge two products into one.
 */
export function parseGtin(text: string): string | null {
  const digits = /^\d+$/.test(text) ? text : text.slice(0, 40).replace(/[\s-]/g, '').replace(/\.0+$/, '')
  if (!/^\d{8,14}$/.test(digits)) return null
  if (LENGTHS.has(digits.length)) return isValid(digits) ? significant(digits) : null
  // Spreadsheets drop leading zeros: 9 to 11 digits may be a UPC that lost some.
  const padded = digits.padStart(12, '0')
  return isValid(padded) ? padded : null
}

function isValid(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const weight = (digits.length - 1 - i) % 2 === 0 ? 1 : 3
    sum += (digits.charCodeAt(i) - 48) * weight
  }
  return sum % 10 === 0 && !/^0+$/.test(digits)
}

/** "0" + UPC, UPC and "00" + UPC name one product; they must be equal here. */
function significant(digits: string): string {
  if (digits.length <= 12) return digits
  const start = digits.length - 12
  return /^0+$/.test(digits.slice(0, start))
    ? digits.slice(start)
    : digits.length === 14 && digits[0] === '0'
      ? digits.slice(1)
      : digits
}
