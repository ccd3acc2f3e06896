import pg from 'pg'
import { expect, test } from 'vitest'
import { commonFailure } from '../kernel/common-failures.ts'
import { COMMON } from './errors.ts'
import { fromPostgres } from './postgres-errors.ts'

function refused(code: string): Error {
  const error = new pg.DatabaseError('refused', 1, 'error')
  error.code = code
  return error
}
const system = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' })

test.each([
  [refused('53100'), 507, 'InsufficientStorage'],
  [system('ENOSPC'), 507, 'InsufficientStorage'],
  [refused('57P03'), 503, 'DatabaseUnavailable'],
  [system('ECONNREFUSED'), 503, 'DatabaseUnavailable'],
  [refused('57014'), 544, 'DatabaseTimeout'],
])('%s is told as what it is: a full disk, a database that is away, or one that takes too long', (error, status, code) => {
  expect(fromPostgres(error) ?? commonFailure(error, COMMON)).toMatchObject({ statusCode: status, code })
})
