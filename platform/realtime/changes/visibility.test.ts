import { expect, test } from 'vitest'
import { isInProgress } from './visibility.ts'

test.each([
  ['100:100:', 99, false],
  ['100:100:', 100, true],
  ['98:101:98,100', 99, false],
  ['98:101:98,100', 100, true],
  ['98:101:98,100', 101, true],
  ['4294967396:4294967396:', 99, false], // 2^32 + 100
  ['4294967396:4294967396:', 100, true],
  ['4294967298:4294967298:', 4_294_967_290, false], // just before the wrap
])('in snapshot %s transaction %i is in progress: %s', (snapshot, xid, expected) => {
  expect(isInProgress(snapshot, xid)).toBe(expected)
})
