export interface Money {
  /** Exact decimal digits, such as "1299.00": a number would round what it cannot hold. */
  amount: string
  /** ISO 4217, when the text names one. */
  currency: string | null
}

/** The common case by far, decided without looking further. */
const PLAIN_AMOUNT = /^\d{1,7}(?:\.\d{1,2})?$/
/** No honest price is longer; a cap keeps the patterns below cheap on anything else. */
const MAX_CHARACTERS = 60

/**
 * The price that a text means, or null when it names none or more than one. Understands both decimal marks, grouping by comma, point, space and
 * apostrophe, currency codes and signs on either side, and non-Latin digits.
 */
export function parseMoney(text: string): Money | null {
  if (PLAIN_AMOUNT.test(text)) return { amount: text, currency: null }
  const trimmed = text.slice(0, MAX_CHARACTERS + 1).trim()
  if (trimmed === '' || trimmed.length > MAX_CHARACTERS) return null
  const western = trimmed.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(((digit.codePointAt(0) ?? 0) % 16) % 10),
  )
  // Runs of digits with what groups or divides them; a second run means a range or two prices.
  const runs = western.match(/\d(?:[\d.,'’\u066b\u066c]|[\s\u00a0\u202f](?=\d{3}(?!\d)))*/g)
  if (runs?.length !== 1 || /-\s*\d/.test(western) || /\(\s*\D{0,3}\d/.test(western)) return null
  const amount = parseAmount(runs[0] ?? '')
  return amount === null ? null : { amount, currency: currencyOf(western) }
}

function parseAmount(run: string): string | null {
  const digits = run
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .replace(/(?<![.,])[.,]+$/, '')
  const mark = decimalMark(digits)
  if (mark === null) return null
  const [whole, fraction] = mark === '' ? [digits, ''] : splitAtLast(digits, mark)
  const grouped = whole.replace(/[.,]/g, '')
  const amount = grouped.replace(/^0+(?=\d)/, '') + (fraction === '' ? '' : `.${fraction}`)
  return /^\d{1,10}(?:\.\d{1,4})?$/.test(amount) ? amount : null
}

/** Which sign divides whole from fraction: '.', ',' or '' for none; null when the text makes no sense as a number. */
function decimalMark(digits: string): '.' | ',' | '' | null {
  const lastPoint = digits.lastIndexOf('.')
  const lastComma = digits.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return ''
  if (lastPoint >= 0 && lastComma >= 0) {
    const mark = lastPoint > lastComma ? '.' : ','
    const [whole] = splitAtLast(digits, mark)
    if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return null // 1.299,00,00
    return isGrouped(whole, mark === '.' ? ',' : '.') ? mark : null
  }
  const mark = lastPoint >= 0 ? '.' : ','
  const parts = digits.split(mark)
  if (parts.length > 2) return isGrouped(digits, mark) ? '' : null
  // "1,299" and "1.299" group thousands: prices with three decimals are rarer than thousands without decimals.
  const [whole = '', fraction = ''] = parts
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? '' : mark
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark)
  if (groups.length === 0) return true
  // Indian grouping cuts pairs before the last three digits.
  return (
    /^\d{1,3}$/.test(first) &&
    groups.every((group, i) => (i === groups.length - 1 ? /^\d{3}$/ : /^\d{2,3}$/).test(group))
  )
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Signs that name one currency. "$" alone does not: it is the shop's own currency column that says whose dollar. */
const SIGNS = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['US$', 'USD'],
  ['NZ$', 'NZD'],
  ['R$', 'BRL'],
  ['MX$', 'MXN'],
])

/** The currencies of the networks' programmes; other capital letters around a price are words. */
const CODES = new Set(
  'AED AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JOD JPY KRW KWD MAD MXN MYR NOK NZD OMR PEN PHP PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD VND ZAR'.split(
    ' ',
  ),
)

function currencyOf(text: string): string | null {
  const code = text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/)?.[0]
  if (code && CODES.has(code)) return code
  const around = text.replace(/[\d.,'’\s\u00a0\u202f]+/g, ' ').trim()
  return SIGNS.get(around) ?? null
}

export function isCurrency(text: string): boolean {
  return CODES.has(text)
}
