import { describe, expect, test } from 'vitest'
import { productIdOf, productPath } from './product-path.ts'

describe('a product’s address', () => {
  test.each([
    ['Crème Brûlée Lip Balm - 30 ml', '/p/creme-brulee-lip-balm-30-ml-7'],
    ['Lune’s “Night” Cream', '/p/lunes-night-cream-7'],
    ['<script>alert(1)</script>', '/p/script-alert-1-script-7'],
    ['../../etc/passwd?x=1#y', '/p/etc-passwd-x-1-y-7'],
    ['香水', '/p/7'],
    ['', '/p/7'],
    ['Æsop', '/p/sop-7'],
  ])('of %j is %s', (name, path) => {
    expect(productPath({ id: 7, product_name: name })).toBe(path)
  })

  test('cuts a long name at a word', () => {
    const path = productPath({ id: 12, product_name: 'velvet '.repeat(60) })
    expect(path).toBe(`/p/${'velvet-'.repeat(11)}12`)
    expect(productPath({ id: 12, product_name: 'x'.repeat(300) })).toBe(`/p/${'x'.repeat(80)}-12`)
  })

  test('always leads back to its id', () => {
    for (const name of ['Balm No. 5', '2025', '香水', 'a-1-2'])
      expect(productIdOf(productPath({ id: 981, product_name: name }).slice('/p/'.length))).toBe(981)
  })

  test.each([
    '',
    'balm',
    'balm-',
    'balm-0',
    'balm-007',
    'balm7',
    'balm-1e3',
    '-5x',
    `balm-${'9'.repeat(16)}`,
  ])('%j names no product', (slug) => {
    expect(productIdOf(slug)).toBeNull()
  })
})
