import { expect, test } from 'vitest'
import { contentAmount } from './content-amount.ts'

const of = (name: string, size = '', category: 'Skincare' | 'Fashion' | 'Wellness' = 'Skincare') => {
  const found = contentAmount({ name, size, category })
  return found && `${found.amount} ${found.unit}`
}

test.each([
  ['Lumen Serum 30 ml', '30 ml'],
  ['Lumen Serum - 30ml', '30 ml'],
  ['LUMEN SERUM 30ML', '30 ml'],
  ['Hydrating Cleanser, 16 fl oz', '473.18 ml'],
  ['Hydrating Cleanser 16 Fl. Oz', '473.18 ml'],
  ['Cream 50 ml / 1.7 fl oz', '50 ml'],
  ['Cream 1.7 oz / 48 g', '48 g'],
  ['Eau de Parfum 3.4 oz', '3.4 oz'],
  ['Shampoo 0,5 l', '500 ml'],
  ['Body Butter 1 kg', '1000 g'],
  ['Mask 5 x 20 ml', '100 ml'],
  ['Lip Balm 4.5 g (Pack of 3)', '13.5 g'],
  ['3-Pack Hand Cream 75 ml', '225 ml'],
  ['Powder 7.5g', '7.5 g'],
  ['10% Niacinamide + 1% Zinc 30 ml', '30 ml'],
  ['No. 5 Oil 15 cl', '150 ml'],
])('%s holds %s', (name, amount) => {
  expect(of(name)).toBe(amount)
})

test('the size that the feed gives comes before the name', () => {
  expect(of('Serum 30 ml', '50 ml')).toBe('50 ml')
  expect(of('Serum 30 ml', 'One size')).toBe('30 ml')
})

test.each([
  ['nothing is told', 'Lumen Serum'],
  ['it is a set', 'Gift Set 30 ml'],
  ['several amounts are told', 'Serum 30 ml + 15 ml'],
  ['two amounts of one unit differ', 'Cleanser 200 ml, travel size 50 ml'],
  ['the number is of something else', 'SPF 50 Lotion, 24 h, 3 in 1'],
  ['the letter belongs to a word', 'Blush 05 Glow, 12 Long Lashes, 100 grain'],
  ['it is nothing', 'Serum 0 ml'],
])('none is known where %s', (_, name) => {
  expect(of(name)).toBeNull()
})

test('what a flask holds or a shirt weighs is no amount', () => {
  expect(of('Steel Flask 750 ml', '', 'Wellness')).toBeNull()
  expect(of('Cotton Shirt 200 g', '', 'Fashion')).toBeNull()
})
