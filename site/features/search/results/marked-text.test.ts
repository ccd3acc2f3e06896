import { describe, expect, test } from 'vitest'
import { markedText, unmarked } from './marked-text.ts'

describe('a marked text', () => {
  test.each([
    ['plain', [{ text: 'plain', found: false }]],
    ['', []],
    [
      '\u0002Rose\u0003 oil',
      [
        { text: 'Rose', found: true },
        { text: ' oil', found: false },
      ],
    ],
    [
      'a \u0002b\u0003\u0002c\u0003',
      [
        { text: 'a ', found: false },
        { text: 'b', found: true },
        { text: 'c', found: true },
      ],
    ],
    ['<mark>x</mark>', [{ text: '<mark>x</mark>', found: false }]],
    [
      'torn \u0002open',
      [
        { text: 'torn ', found: false },
        { text: 'open', found: false },
      ],
    ],
    ['torn\u0003 shut', [{ text: 'torn shut', found: false }]],
  ])('%j is cut at its marks', (marked, parts) => {
    expect(markedText(marked)).toEqual(parts)
    expect(unmarked(markedText(marked))).toBe(marked.replaceAll('\u0002', '').replaceAll('\u0003', ''))
  })
})
