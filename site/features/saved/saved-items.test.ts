import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSaved, isSaved, maxSaved, noteItemOffers, savedItems, saveItem, unsaveItem } from './saved-items.ts'
import { savedItemsKey } from './storage-keys.ts'
import { parseItems, type StoredItem } from './stored-items.ts'

const item = (id: number | string): StoredItem => ({
  id: String(id),
  also: [],
  name: `Item ${id}`,
  image: null,
  price: 10,
  currency: 'USD',
  merchant: 'Maison Calla',
  at: '2026-11-20T00:00:00Z',
})
const ids = () => savedItems().map(({ id }) => id)

describe('saved items', () => {
  const stored = new Map<string, string>()
  let blocked = false
  beforeEach(() => {
    stored.clear()
    blocked = false
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (blocked) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
        stored.set(key, value)
      },
    })
  })

  test('stand newest first, each once', () => {
    for (const id of [1, 2, 1]) expect(saveItem(item(id))).toBe('saved')
    expect(ids()).toEqual(['1', '2'])
    expect(isSaved('2')).toBe(true)
    expect(isSaved('3')).toBe(false)
  })

  test('are items: another shop’s, colour’s or size’s offer of one is the same', () => {
    saveItem(item(1))
    saveItem(item(5))
    noteItemOffers(new Map([['1', ['1', '2', '3']]]))
    expect(isSaved('3')).toBe(true)
    expect(saveItem(item(2))).toBe('saved')
    expect(ids()).toEqual(['2', '5'])
    noteItemOffers(new Map([['2', ['1', '2', '3']]]))
    const undo = unsaveItem('3')
    expect(ids()).toEqual(['5'])
    undo?.()
    expect(ids()).toEqual(['2', '5'])
  })

  test('that turn out to be one item are folded, and what is already known is not written again', () => {
    for (const id of [1, 2, 9]) saveItem(item(id))
    const offers = new Map([
      ['2', ['1', '2']],
      ['1', ['1', '2']],
    ])
    noteItemOffers(offers)
    expect(ids()).toEqual(['9', '2'])
    const before = savedItems()
    noteItemOffers(offers)
    expect(savedItems()).toBe(before)
  })

  test('come back to their place when a removal is undone', () => {
    for (const id of [1, 2, 3]) saveItem(item(id))
    const undo = unsaveItem('2')
    expect(ids()).toEqual(['3', '1'])
    undo?.()
    undo?.()
    expect(ids()).toEqual(['3', '2', '1'])
    expect(unsaveItem('9')).toBeNull()
  })

  test('come back when clearing is undone', () => {
    saveItem(item(1))
    const undo = clearSaved()
    expect(ids()).toEqual([])
    undo()
    expect(ids()).toEqual(['1'])
  })

  test('are never pushed out: a full list says so', () => {
    for (let id = 1; id <= maxSaved; id++) saveItem(item(id))
    expect(saveItem(item(maxSaved + 1))).toBe('full')
    expect(isSaved('1')).toBe(true)
    expect(saveItem(item(5))).toBe('saved')
    expect(savedItems()).toHaveLength(maxSaved)
  })

  test('last as long as the page where the browser refuses to store', () => {
    blocked = true
    expect(saveItem(item(1))).toBe('unstored')
    expect(ids()).toEqual(['1'])
    blocked = false
    expect(saveItem(item(2))).toBe('saved')
    expect(stored.get(savedItemsKey)).toContain('"1"')
  })

  test('give the same list while nothing changed', () => {
    saveItem(item(1))
    expect(savedItems()).toBe(savedItems())
  })

  test.each([
    ['nothing', null],
    ['no JSON', '{"version":1,'],
    ['another shape', '[1,2]'],
    ['another version', JSON.stringify({ version: 2, items: [item(1)] })],
    ['null', 'null'],
  ])('are none where %s is stored', (_, text) => {
    expect(parseItems(text, 10)).toEqual([])
  })

  test('keep what is whole among what is damaged', () => {
    const items = [
      item(1),
      null,
      7,
      { ...item(2), id: 'javascript:alert(1)' },
      { ...item(3), name: '' },
      { ...item(4), at: 'yesterday' },
      { ...item(5), price: '12', currency: 'dollars', image: 5, also: ['7', 7, 'x'] },
      item('find-6'),
      item(1),
    ]
    const kept = parseItems(JSON.stringify({ version: 1, items }), 10)
    expect(kept.map(({ id }) => id)).toEqual(['1', '5', 'find-6'])
    expect(kept[1]).toMatchObject({ price: null, currency: 'USD', image: null, also: ['7'] })
  })
})
