import { expect, test } from 'vitest'
import { isLeftOut, placeInWords, rulesInWords, type Selection } from './selection-words.ts'

const selection: Selection = {
  ...{ id: 1, network_id: 'awin', programme_id: '', feed_id: '', is_on: true, created_at: '', updated_at: '' },
  ...{ categories: [], brands: [], without_brands: [], words: [], without_words: [], currencies: [] },
  ...{ min_price: null, max_price: null, max_rows: null },
}

test('a selection says what it is for, and what it takes', () => {
  expect(placeInWords(selection)).toBe('All of Awin')
  expect(placeInWords({ ...selection, programme_id: '7', feed_id: '91' })).toBe('Awin, programme 7, list 91')
  expect(rulesInWords(selection)).toBe('Everything is taken')
  expect(rulesInWords({ ...selection, is_on: false, brands: ['Calla'] })).toBe('Nothing is taken')
  expect(
    rulesInWords({ ...selection, brands: ['Calla', 'Fleur'], min_price: 0, max_rows: 5000, currencies: ['EUR'] }),
  ).toBe('brands Calla, Fleur; from 0; 5,000 offers at most; also in EUR')
})

test('rows that are not wanted are told from bad ones', () => {
  expect(['left out by brand', 'in another currency than the shop', 'no price'].map(isLeftOut)).toEqual([
    ...[true, true, false],
  ])
})
