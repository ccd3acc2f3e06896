import { describe, expect, test } from 'vitest'
import { withoutMarkup } from './markup.ts'

describe('markup of feeds', () => {
  test.each([
    ['a<script>alert(1)</script >b', 'a b'],
    ['a<STYLE type="x">p{}</style>b<!-- c -->d', 'a b d'],
    ['a<!-- never closed', 'a<!-- never closed'],
    ['a<script>never closed<b>c', 'a never closed c'],
    ['<!-- one --><!-- two', ' <!-- two'],
    ['a<!--></script>b-->c', 'a c'],
    ['a<script><!--</script>b-->c', 'a b-->c'],
    ['<scripted>x</scripted>', ' x '],
    ['5 < 6', '5 < 6'],
  ])('%j is read as %j', (text, plain) => expect(withoutMarkup(text)).toBe(plain))

  // A search from each opening to the end would take an hour for each of these.
  test.each([
    '<!--',
    '<script',
    '<style ',
    '<script></scrip',
    '<!--<script',
    '</script',
    '<a',
    '<',
  ])('reads four million characters of %j once', (piece) => {
    const text = piece.repeat(Math.ceil(4_000_000 / piece.length))
    expect(withoutMarkup(text).length).toBeLessThanOrEqual(text.length)
  })
})
