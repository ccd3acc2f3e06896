import { isLeftOut } from './selection-words.ts'

/** Reasons of rows that were not taken, with how many, most first. */
export const reasonsOf = (value: unknown): [string, number][] =>
  Object.entries(typeof value === 'object' ? (value ?? {}) : {})
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .toSorted(([, a], [, b]) => b - a)

/** Rows that the selections left out; the rest of those that were not taken were no good. */
export const leftOutOf = (value: unknown): number =>
  reasonsOf(value).reduce((sum, [reason, rows]) => (isLeftOut(reason) ? sum + rows : sum), 0)
