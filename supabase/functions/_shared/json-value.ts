/** What a network wrote where a text belongs: numbers as they stand, the first of a list, nothing else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return textOf(value[0])
  return ''
}

/**
 * An API's decimal number as text that only one reading is possible of: "1.299" is one and a bit here, where a feed's text
 * may mean thousands.
 */
export function decimalOf(value: unknown): string {
  const text = textOf(value).trim()
  return /^\d+\.\d{3}$/.test(text) ? `${text}0` : text
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field of a record; undefined where there is neither. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
