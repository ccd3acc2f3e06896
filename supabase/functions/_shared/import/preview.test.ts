import { expect, test } from 'vitest'
import { previewSource } from './preview.ts'
import { createSelector } from './selection.ts'
import { rowNamed, sourceOf } from './testing/feed-fixture.ts'

test('a preview says how many rows of each fate there would be, with samples, and which lists were not read', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ ...rowNamed(`P${i}`, '1'), line: i + 2, price: String(i) }))
  const preview = await previewSource({
    source: sourceOf([
      { rows, rejected: [{ line: 30, reason: 'unclosed quote', raw: '"broken' }] },
      { failed: [{ name: 'Loam (list 2)', reason: 'it broke off' }] },
    ]),
    selector: createSelector(
      [
        {
          ...{ programmeId: '', feedId: '', isOn: true, categories: [], brands: [], withoutBrands: [], words: [] },
          ...{ withoutWords: [], minPrice: 10, maxPrice: null, maxRows: null, currencies: [] },
        },
      ],
      'USD',
    ),
    currency: 'USD',
    signal: new AbortController().signal,
  })
  expect(preview).toMatchObject({
    read: 21,
    taken: 10,
    rejectedByReason: { 'left out by price': 9, 'price is not an amount': 1, 'unclosed quote': 1 },
    message: expect.stringContaining('Loam (list 2)'),
  })
  expect(preview.samples.filter(({ reason }) => reason === 'left out by price')).toHaveLength(5)
  expect(preview.samples.filter(({ reason }) => reason === null)).toEqual(
    [10, 11, 12, 13, 14].map((i) => ({ line: i + 2, reason: null, name: `Vase P${i}` })),
  )
})
