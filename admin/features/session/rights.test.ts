import { expect, test } from 'vitest'
import { accessOf, hasRole, parseRights, ROLES, type StaffRights } from './rights.ts'

const rights = (given: Partial<StaffRights>): StaffRights => ({
  role: null,
  given: null,
  reason: null,
  minimum: 'admin',
  ...given,
})

test.each([
  ['admin', 'viewer', true],
  ['admin', 'editor', true],
  ['admin', 'admin', true],
  ['editor', 'viewer', true],
  ['editor', 'editor', true],
  ['editor', 'admin', false],
  ['viewer', 'viewer', true],
  ['viewer', 'editor', false],
  ['viewer', 'admin', false],
  [null, 'viewer', false],
  [null, 'admin', false],
] as const)('%s asked for %s: %s [B6.1]', (role, required, may) => {
  expect(hasRole(role, required)).toBe(may)
})

test('there are three roles [B3.2] [B9.5]', () => {
  expect(ROLES).toEqual(['viewer', 'editor', 'admin'])
})

test('only admins come in, and editors where the setting says so [B6.2]', () => {
  expect(accessOf(rights({ role: 'admin', given: 'admin' }))).toEqual({ kind: 'granted', role: 'admin' })
  expect(accessOf(rights({ role: 'editor', given: 'editor' })).kind).toBe('denied')
  expect(accessOf(rights({ role: 'editor', given: 'editor', minimum: 'editor' })).kind).toBe('granted')
  expect(accessOf(rights({ role: 'viewer', given: 'viewer', minimum: 'editor' })).kind).toBe('denied')
  expect(accessOf(rights({ reason: 'no_role' })).kind).toBe('denied')
  expect(accessOf(rights({ given: 'admin', reason: 'second_factor' })).kind).toBe('second-factor')
  expect(accessOf(rights({ given: 'admin', reason: 'second_factor_missing' })).kind).toBe('factor-missing')
  expect(accessOf(rights({ given: 'admin', reason: 'session_ended' })).kind).toBe('signed-out')
  expect(accessOf(rights({ given: 'admin', reason: 'application' })).kind).toBe('denied')
})

test.each([
  [null],
  [[]],
  [[{ role: 'owner', given: 'root', minimum: 'nobody' }]],
  ['admin'],
])('%j grants nothing, and asks for an admin', (rows) => {
  expect(parseRights(rows)).toEqual(rights({}))
})
