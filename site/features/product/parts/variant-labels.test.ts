import { expect, test } from 'vitest'
import { variantLabels } from './variant-labels.ts'

const row = (product_name: string, colour: string | null = null, size: string | null = null) => ({
  product_name,
  colour,
  size,
})

test('variants are told by colour and size', () => {
  expect(variantLabels([row('Tee', 'Rose', 'S'), row('Tee', 'Rose', 'M')])).toEqual(['Rose, S', 'Rose, M'])
})

test('where those do not tell them apart, by what their names do not share', () => {
  expect(variantLabels([row('Velvet Mascara'), row('Velvet Mascara - Mini'), row('Velvet Mascara – Refill')])).toEqual([
    'Original',
    'Mini',
    'Refill',
  ])
  expect(variantLabels([row('Tee One', 'Rose'), row('Tee Two', 'Rose')])).toEqual(['One', 'Two'])
  expect(variantLabels([row('Tee'), row('Tee')])).toEqual(['Original', 'Original'])
})
