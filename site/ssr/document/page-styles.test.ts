import { expect, test } from 'vitest'
import { createPageStyles } from './page-styles.ts'

const styles = (css: string, markup: string) => createPageStyles(css)(markup)

test('keeps the rules whose elements, classes and ids the page has', () => {
  const css = 'h1{a:b}table{a:b}.card{a:b}.gone{a:b}#main .card{a:b}#other{a:b}.card.gone{a:b}'
  expect(styles(css, '<main id="main"><h1>x</h1><p class="first card">y</p></main>')).toBe(
    'h1{a:b}.card{a:b}#main .card{a:b}',
  )
})

test('keeps of a rule the selectors that can match', () => {
  expect(styles('.gone,.card a,p{a:b}', '<p class="card"><a>x</a></p>')).toBe('.card a,p{a:b}')
})

test('takes states, attributes and negations for possible', () => {
  const css = '.menu[open]:not(.gone) a:hover{a:b}:root:not([data-script]) .menu{a:b}body:has(dialog[open]){a:b}'
  expect(styles(css, '<details class="menu"><a>x</a></details>')).toBe(css)
})

test('chooses for each page, however alike the one before was', () => {
  const stylesOf = createPageStyles('.card{a:b}.note{a:b}#main{a:b}p{a:b}')
  expect(stylesOf('<p class="card" id="r1">x</p>')).toBe('.card{a:b}p{a:b}')
  expect(stylesOf('<p class="card" id="r2">x</p>')).toBe('.card{a:b}p{a:b}')
  expect(stylesOf('<p class="note card">x</p>')).toBe('.card{a:b}.note{a:b}p{a:b}')
  expect(stylesOf('<div class="card" id="main">x</div>')).toBe('.card{a:b}#main{a:b}')
})

test('looks into media and layers, and keeps the order of layers that are empty', () => {
  const css =
    '@layer a,b;@layer a{.gone{a:b}}@layer b{@media (min-width:1px){.card{a:b}.gone{a:b}}}@media print{.gone{a:b}}'
  expect(styles(css, '<p class="card">x</p>')).toBe('@layer a,b;@layer a{}@layer b{@media (min-width:1px){.card{a:b}}}')
})

test('keeps fonts, and animations and properties that are used', () => {
  const css =
    '@font-face{font-family:X}@keyframes turn{to{rotate:1turn}}@keyframes gone{to{a:b}}@property --x{syntax:"*"}.card{animation:1s turn}'
  expect(styles(css, '<p class="card">x</p>')).toBe(
    '@keyframes turn{to{rotate:1turn}}@font-face{font-family:X}.card{animation:1s turn}',
  )
})

test('keeps a font that is cut for certain characters where one of them stands', () => {
  const css = '@font-face{src:url(a)}@font-face{src:url(b);unicode-range:U+5c,U+c0-c2}'
  expect(styles(css, '<p>\u00c1</p>')).toBe(css)
  expect(styles(css, '<p>\u00c3</p>')).toBe('@font-face{src:url(a)}')
})

test("gives Tailwind's properties their first values where one is used, and keeps the place of their layer", () => {
  const css =
    '@layer properties{@supports (a:b){*{--tw-ring:0}}}@property --tw-ring{syntax:"*"}@layer utilities{.ring{a:var(--tw-ring)}}'
  expect(styles(css, '<p>x</p>')).toBe('@layer properties{}@layer utilities{}')
  expect(styles(css, '<p class="ring">x</p>')).toBe(
    '@property --tw-ring{syntax:"*"}@layer properties{@supports (a:b){*{--tw-ring:0}}}@layer utilities{.ring{a:var(--tw-ring)}}',
  )
})

test('is not misled by braces, commas and quotes in strings, escapes and comments', () => {
  const css = String.raw`/* } { */.a\:b{content:"}{;\""}.card:is(.x,.y){a:url("data:,;{")}.gone{a:b}`
  expect(styles(css, '<p class="a:b card">x</p>')).toBe(
    String.raw`.a\:b{content:"}{;\""}.card:is(.x,.y){a:url("data:,;{")}`,
  )
})

test('says so when the stylesheet is cut short', () => {
  expect(() => createPageStyles('.a{b:c')).toThrow('no end')
})
