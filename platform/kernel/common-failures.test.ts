import { expect, test } from 'vitest'
import { BodyCutError, BodyTooLargeError } from './body.ts'
import { bodyFailure, commonFailure } from './common-failures.ts'

const own = {
  bodyTooLarge: (limitBytes: number) => `at most ${limitBytes}`,
  bodyCut: () => 'cut off',
  unavailable: (outage: string) => `no ${outage}`,
}

test('names the common failures in the words of the service', () => {
  expect(commonFailure(new BodyTooLargeError(7), own)).toBe('at most 7')
  expect(commonFailure(new BodyCutError(new Error('aborted')), own)).toBe('cut off')
  expect(commonFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), own)).toBe('no disk')
  expect(commonFailure(new Error('Connection terminated'), own)).toBe('no database')
})

test('leaves what nobody expected to the service', () => {
  expect(commonFailure(new Error('a fault'), own)).toBeNull()
  expect(commonFailure('text', own)).toBeNull()
  expect(bodyFailure(new Error('Connection terminated'), own)).toBeNull()
})
