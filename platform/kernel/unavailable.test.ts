import pg from 'pg'
import { expect, test } from 'vitest'
import { outageOf } from './unavailable.ts'

const FETCH_FAILED = new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })

const system = (code: string, syscall = 'connect') => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

function refused(code: string): Error {
  const error = new pg.DatabaseError('refused', 1, 'error')
  error.code = code
  return error
}

test.each([
  system('ECONNREFUSED'),
  system('ECONNRESET', 'read'),
  system('EPIPE', 'write'),
  system('ENOENT'),
  new AggregateError([system('ECONNREFUSED'), system('ECONNREFUSED')]),
  refused('57P01'),
  refused('57P03'),
  refused('53300'),
  refused('08006'),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout exceeded when trying to connect'),
  new Error('a query failed', { cause: system('ECONNREFUSED') }),
])('%s: the database is away', (error) => {
  expect(outageOf(error)).toBe('database')
})

test.each([refused('53100'), system('ENOSPC', 'write'), system('EDQUOT', 'write')])('%s: the disk is full', (error) => {
  expect(outageOf(error)).toBe('disk')
})

test.each([
  refused('42501'),
  refused('57014'),
  system('ENOENT', 'open'),
  FETCH_FAILED,
  new Error('x'),
  'text',
  null,
])('%s: neither', (error) => {
  expect(outageOf(error)).toBeNull()
})
