/** What a CSV file that staff bring in may hold: its rows wait in the database, and a dry run of all takes about a minute. */
export const CSV_LIMITS = { bytes: 20 * 1024 * 1024, rows: 50_000 } as const
export const CSV_LIMITS_IN_WORDS = '20 MB and 50,000 rows'

/** A spreadsheet would run a text that begins so as a formula: exports put an apostrophe before it, imports take it off again. */
export const FORMULA_STARTS = '=+@\t\r\n＝＋－＠-'
export const FORMULA_START = new RegExp(`^[${FORMULA_STARTS}]`)
