import { describe, expect, test } from 'vitest'
import type { CatalogueRow } from '../catalogue/normalise.ts'
import { createSelector, type Selection } from './selection.ts'

const offer = (changed: Partial<CatalogueRow> = {}): CatalogueRow => ({
  ...{ programmeId: '7', merchantName: 'Loam', feedId: '1', externalId: 'A', name: 'Linen dress, red (XL)' },
  ...{ category: 'Fashion', price: '49.90', currency: 'USD', listPrice: '', image: '', link: '', merchantUrl: '' },
  ...{ description: '', brand: 'Oré & Lune', gtin: '', availability: 'unknown', colour: '', size: '', group: '' },
  ...{ merchantCategory: 'Women > Dresses', contentAmount: '', contentUnit: '', deliveryCost: '' },
  ...changed,
})
const selection = (changed: Partial<Selection> = {}): Selection => ({
  ...{ programmeId: '', feedId: '', isOn: true, categories: [], brands: [], withoutBrands: [], words: [] },
  ...{ withoutWords: [], minPrice: null, maxPrice: null, maxRows: null, currencies: [] },
  ...changed,
})
const judged = (selections: Selection[], row = offer()) => createSelector(selections, 'USD').leaves(row)

describe('which offers the shop takes', () => {
  test('all in its own currency, without a selection', () => {
    expect(judged([])).toBeNull()
    expect(judged([], offer({ currency: 'EUR' }))).toBe('in another currency than the shop')
  })

  test('others only from where a selection allows the currency', () => {
    const allowing = [selection({ programmeId: '7', currencies: ['EUR'] })]
    expect(judged(allowing, offer({ currency: 'EUR' }))).toBeNull()
    expect(judged(allowing, offer({ currency: 'GBP' }))).toBe('in another currency than the shop')
    expect(judged(allowing, offer({ currency: 'EUR', programmeId: '8' }))).toBe('in another currency than the shop')
  })

  test.each<[string, Partial<Selection>, string | null]>([
    ['nothing of what is switched off', { isOn: false }, 'left out: switched off'],
    ['a wanted category', { categories: ['fashion'] }, null],
    ['no other category', { categories: ['Beauty', 'Hair'] }, 'left out by category'],
    ['a wanted brand in any case', { brands: ['oré & lune'] }, null],
    ['no other brand', { brands: ['Loam'] }, 'left out by brand'],
    ['no unwanted brand', { withoutBrands: [' Oré & Lune '] }, 'left out by brand'],
    ['a whole word of the name', { words: ['shoe', 'DRESS'] }, null],
    ['no part of a word', { words: ['dres'] }, 'left out by words'],
    ['a phrase, a sign at its end', { words: ['red (xl)'] }, null],
    ['a word of the merchant’s category', { words: ['dresses'] }, null],
    ['no unwanted word', { withoutWords: ['linen'] }, 'left out by words'],
    ['what a pattern would mean as it stands', { words: ['.*', '[a-z]+', 'a|dress'] }, 'left out by words'],
    ['blanks that say nothing', { words: [' '], brands: [''] }, null],
    ['a price within', { minPrice: 49.9, maxPrice: 49.9 }, null],
    ['no cheaper one', { minPrice: 50 }, 'left out by price'],
    ['no dearer one', { maxPrice: 49.89 }, 'left out by price'],
  ])('%s', (_, changed, reason) => {
    expect(judged([selection(changed)])).toBe(reason)
  })

  test('by the closest selection alone', () => {
    const selector = createSelector(
      [
        selection({ isOn: false }),
        selection({ programmeId: '7', words: ['dress'] }),
        selection({ programmeId: '7', feedId: '2', words: ['shoe'] }),
      ],
      'USD',
    )
    expect(selector.leaves(offer())).toBeNull()
    expect(selector.leaves(offer({ feedId: '2' }))).toBe('left out by words')
    expect(selector.leaves(offer({ programmeId: '8' }))).toBe('left out: switched off')
    expect(selector.leaves(offer())).toBeNull()
    expect([selector.isOff('8', '1'), selector.isOff('7', '1')]).toEqual([true, false])
  })
})
