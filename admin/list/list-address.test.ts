import { expect, test } from 'vitest'
import { changeListAddress, isNarrowed, listKey, readListState } from './list-address.ts'

const list = {
  columns: [
    { key: 'name', label: 'Name', width: 10, cell: () => null },
    { key: 'price', label: 'Price', width: 5, cell: () => null },
  ],
  filters: [
    { key: 'status', label: 'Status', kind: 'choice', choices: [{ value: 'hidden', label: 'Hidden' }] },
    { key: 'brand', label: 'Brand', kind: 'word' },
    { key: 'from', label: 'From', kind: 'number' },
    { key: 'set', label: 'Set', kind: 'id' },
  ],
  sorts: [
    { value: 'newest', label: 'Newest' },
    { value: 'oldest', label: 'Oldest' },
  ],
} as const

const read = (text: string) => readListState(new URLSearchParams(text), list)

test('a bare address is the first order, unfiltered, from its beginning', () => {
  expect(read('')).toEqual({ search: '', filters: {}, sort: 'newest', columns: null, at: null })
  expect(isNarrowed(read(''))).toBe(false)
})

test('what the list does not know is passed over, a bulk change would otherwise take more than is seen', () => {
  expect(read('status=odd&from=cheap&set=f2a9c1e&sort=random&columns=name,secret&at=7&colour=red')).toEqual({
    search: '',
    filters: {},
    sort: 'newest',
    columns: ['name'],
    at: null,
  })
})

test('an id is a whole one', () => {
  const id = crypto.randomUUID()
  expect(read(`set=${id}`).filters).toEqual({ set: id })
  expect(read(`set=${id}0`).filters).toEqual({})
})

test('what is written is read again', () => {
  const change = {
    search: 'silk & satin',
    filters: { status: 'hidden', brand: 'Oré, Lune' },
    sort: 'oldest',
    columns: ['price'],
  }
  const address = changeListAddress(new URLSearchParams('edit=3'), list, change)
  expect(address.get('edit')).toBe('3')
  expect(readListState(address, list)).toEqual({ ...change, at: null })
  const at = { id: '9', value: '2026-11-22T10:00:00.123456+00:00' }
  expect(read(String(changeListAddress(address, list, { at }))).at).toEqual(at)
})

test('another filter begins the list anew, another column does not', () => {
  const address = new URLSearchParams('brand=Loam&at=9~2026')
  expect(changeListAddress(address, list, { filters: {} }).toString()).toBe('')
  expect(changeListAddress(address, list, { columns: ['name'] }).get('at')).toBe('9~2026')
})

test('where a list begins is no other list', () => {
  expect(listKey(read('brand=Loam&at=9~2026&columns=name'))).toBe(listKey(read('brand=Loam')))
  expect(listKey(read('brand=Loam'))).not.toBe(listKey(read('brand=Oak')))
})
