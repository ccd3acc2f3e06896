import { expect, test } from 'vitest'
import { productConditions } from './product-conditions.ts'

test('a job is given the filters of the list, and with none only those that are listed', () => {
  expect(productConditions({}, '')).toEqual([{ column: 'delisted_at', op: 'is_null' }])
  expect(productConditions({ status: 'hidden', merchant: 'Loam', price_from: '5', source: 'hand' }, '')).toEqual([
    { column: 'delisted_at', op: 'is_not_null' },
    { column: 'merchant_name', op: 'eq', value: 'Loam' },
    { column: 'price', op: 'gte', value: '5' },
    { column: 'source', op: 'is_null' },
  ])
})

test('what a job could not find the same way is not given to it', () => {
  expect(productConditions({}, 'silk')).toBeNull()
  expect(productConditions({ colour: 'red' }, '')).toBeNull()
})
