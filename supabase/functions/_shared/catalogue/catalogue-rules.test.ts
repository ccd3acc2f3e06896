import { describe, expect, test } from 'vitest'
import { mapCategory } from './category.ts'
import { parseGtin } from './gtin.ts'
import { plainText } from './text.ts'
import { imageAddress, isOnHost, webAddress } from './web-address.ts'

describe('GTINs', () => {
  test.each([
    ['4006381333931', '4006381333931'],
    ['036000291452', '036000291452'],
    ['0036000291452', '036000291452'],
    ['00036000291452', '036000291452'],
    ['36000291452', '036000291452'],
    ['96385074', '96385074'],
    ['4006381 33393-1', '4006381333931'],
    ['4006381333931.0', '4006381333931'],
  ])('%s is %s', (text, gtin) => expect(parseGtin(text)).toBe(gtin))

  test.each(['4006381333932', '123', '', 'abc', '0000000000000', '1'.repeat(5000)])('refuses %j', (text) => {
    expect(parseGtin(text)).toBeNull()
  })
})

describe('texts of feeds', () => {
  test.each([
    ['Plain text', 'Plain text'],
    ['ilumina&ccedil;&atilde;o', 'iluminação'],
    ['Cr&amp;egrave;me', 'Crème'],
    ['<p>Soft &amp; warm</p><ul><li>New</li></ul>', 'Soft & warm New'],
    ['&lt;b&gt;Bold&lt;/b&gt;', 'Bold'],
    ['<script>alert(1)</script>Safe', 'Safe'],
    ['5 < 6 & 7', '5 < 6 & 7'],
    ['Wren & Fig', 'Wren & Fig'],
    ['  spaced \u00a0 out\n\t', 'spaced out'],
    ['zero\u200bwidth\ufeff', 'zerowidth'],
    ['<img src=x onerror=alert(1)', ''],
    ['a\u0000b\u0007c', 'abc'],
  ])('%j is %j', (text, plain) => expect(plainText(text, 300)).toBe(plain))

  test('cuts between words and never inside a character', () => {
    expect(plainText('one two three', 10)).toBe('one two…')
    expect(plainText(`${'x'.repeat(8)}😀😀`, 10)).toBe(`${'x'.repeat(8)}…`)
  })
})

describe('links of feeds', () => {
  test.each([
    ['https://www.awin1.com/pclick.php?p=1&a=2', 'https://www.awin1.com/pclick.php?p=1&a=2'],
    ['http://shop.example/a b', 'http://shop.example/a%20b'],
    ['//shop.example/x', 'https://shop.example/x'],
    ['HTTPS://SHOP.example', 'https://shop.example/'],
  ])('%s is kept as %s', (text, address) => expect(webAddress(text)).toBe(address))

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@shop.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://[::1]/',
    'ftp://shop.example/',
    'shop.example/x',
    '',
    `https://shop.example/${'x'.repeat(3000)}`,
  ])('refuses %s', (text) => expect(webAddress(text)).toBeNull())

  test('images are asked for by https', () => {
    expect(imageAddress('http://shop.example/a.jpg')).toBe('https://shop.example/a.jpg')
  })

  test('a trusted host is that host or below it, never merely contained', () => {
    expect(isOnHost('https://www.awin1.com/x', ['awin1.com'])).toBe(true)
    expect(isOnHost('https://awin1.com.example.net/x', ['awin1.com'])).toBe(false)
    expect(isOnHost('https://notawin1.com/x', ['awin1.com'])).toBe(false)
  })
})

describe('categories', () => {
  test.each([
    ['Health & Beauty > Make-Up > Lips > Lipstick', 'Makeup'],
    ['Health & Beauty > Make-Up Tools & Brushes', 'Tools'],
    ['Jewellery > Earrings', 'Jewelry'],
    ['Gifts > Jewellery', 'Jewelry'],
    ['Gifts > Gifts For Her', 'Gifts'],
    ['Home & Garden > Home Fragrance > Candles', 'Home & Decor'],
    ['Health & Beauty > Perfume & Cologne', 'Fragrance'],
    ["Clothing > Women's > Dresses", 'Fashion'],
    ['Home & Decor', 'Home & Decor'],
    ['bath & body', 'Bath & Body'],
    ['Health & Beauty', 'Beauty'],
    ['', 'Other'],
    ['Tractors', 'Other'],
  ])('%s is %s', (words, category) => expect(mapCategory(words)).toBe(category))
})
