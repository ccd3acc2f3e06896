import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callPayload, tablePayload } from './body.ts'
import { readJsonShape } from './json-shape.ts'

const shape = (text: string) => readJsonShape(Buffer.from(text))
const JSON_TYPE = 'application/json'

describe('JSON', () => {
  test('whatever JSON.parse reads is read, with the same keys', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (text) => {
        const value: unknown = JSON.parse(text)
        const rows: unknown[] = Array.isArray(value) ? value : [value]
        const first = rows.find((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
        const keys = Object.keys(first ?? {})
        expect(new Set((await shape(text)).keys)).toEqual(new Set(keys))
      }),
      { numRuns: 500 },
    )
  })

  test('whatever JSON.parse refuses is refused', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'a',
      '1',
      '-',
      '.',
      'e',
      '0',
      ' ',
      'true',
      'nul',
      '\n',
      '"k":',
    ]
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), async (parts) => {
        const text = parts.join('')
        const read = shape(text)
        if (isJson(text)) await read
        else await expect(read).rejects.toThrow('Empty or invalid json')
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['{"a":1,"b":2}', { kind: 'object', keys: ['a', 'b'], isUniform: true }],
    ['{"a":1,"a":2}', { kind: 'object', keys: ['a'], isUniform: true }],
    [' [ ] ', { kind: 'array', keys: [], isUniform: true }],
    ['[{"a":1,"b":{"c":1}},{"b":[{"x":1}],"a":2}]', { kind: 'array', keys: ['a', 'b'], isUniform: true }],
    ['[{"a\\u0062":1},{"ab":2}]', { kind: 'array', keys: ['ab'], isUniform: true }],
    ['[{"a":1},{"b":1}]', { kind: 'array', keys: ['a'], isUniform: false }],
    ['[{"a":1},{"a":1,"b":1}]', { kind: 'array', keys: ['a'], isUniform: false }],
    ['[{"a":1,"b":1},{"a":1}]', { kind: 'array', keys: ['a', 'b'], isUniform: false }],
    ['[null,{},{"a":1}]', { kind: 'array', keys: [], isUniform: false }],
    ['[{"a":1},2]', { kind: 'array', keys: ['a'], isUniform: false }],
    ['[[{"a":1}]]', { kind: 'array', keys: [], isUniform: false }],
    ['"text"', { kind: 'scalar', keys: [], isUniform: true }],
  ])('%s has the shape %j', async (text, expected) => {
    expect(await shape(text)).toEqual(expected)
  })

  test('tokens are read whole where a slice ends', async () => {
    const filler = ' '.repeat(128 * 1024 - 3)
    for (const token of ['"ab\\u0041cdef"', 'false', '12345.5e10', `${'1'.repeat(50)}`, '{"long key":"x"}']) {
      expect((await shape(`[${filler}${token}]`)).kind).toBe('array')
      await expect(shape(`[${filler}${token}x]`)).rejects.toThrow('invalid json')
    }
    expect((await shape(`{"a":"${'x'.repeat(600_000)}\\n","b":1}`)).keys).toEqual(['a', 'b'])
  })

  test('brackets inside strings are no depth', async () => {
    const text = JSON.stringify({ a: `${'['.repeat(600)}"\\` })
    expect((await shape(text)).keys).toEqual(['a'])
    await expect(shape(`{"a":${'['.repeat(600)}${']'.repeat(600)}}`)).rejects.toThrow('nested deeper')
  })

  test('bytes that are no UTF-8 are no JSON', async () => {
    await expect(callPayload(Buffer.from([0x22, 0xff, 0x22]), JSON_TYPE)).rejects.toThrow('invalid json')
  })
})

describe('bodies', () => {
  const csv = async (text: string) => JSON.parse((await tablePayload(Buffer.from(text), 'text/csv')).bytes.toString())

  test('CSV becomes objects with NULL as null', async () => {
    expect(await csv('a,b\n1,NULL\n"x, y","q""q"')).toEqual([
      { a: '1', b: null },
      { a: 'x, y', b: 'q"q' },
    ])
    expect(await csv('a,b\n')).toEqual([])
    await expect(csv('a,b\n1')).rejects.toThrow('same number of fields')
    await expect(csv('a,b\n1,"2')).rejects.toThrow('check the quotes')
    await expect(csv('')).rejects.toThrow('first line must name the columns')
  })

  test('a CSV whose header is repeated into more than a body may be is refused before it is made', async () => {
    const text = `${'h'.repeat(100_000)}\n${'1\n'.repeat(10_000)}`
    await expect(csv(text)).rejects.toThrow('larger than')
  })

  test('an unknown media type is refused by name', async () => {
    await expect(tablePayload(Buffer.from('x'), 'image/png')).rejects.toThrow('Content-Type not acceptable: image/png')
  })

  test('a call without a body has no arguments', async () => {
    expect(await callPayload(Buffer.alloc(0), JSON_TYPE)).toMatchObject({ bytes: Buffer.from('{}'), keys: [] })
  })

  test.each([
    ['JSON', JSON_TYPE, `[${'{"id":1,"name":"some name"},'.repeat(150_000)}{"id":1,"name":"x"}]`],
    ['one long text', JSON_TYPE, `{"a":"${'x'.repeat(4_000_000)}"}`],
    ['CSV', 'text/csv', `id,name\n${'1,some name\n'.repeat(150_000)}`],
  ])('others have many turns while a large body is read: %s', async (_, type, text) => {
    let turns = 0
    let isReading = true
    const count = () => {
      turns += 1
      if (isReading) setImmediate(count)
    }
    count()
    await tablePayload(Buffer.from(text), type)
    isReading = false
    // One turn for each megabyte at the very least.
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 1024 / 1024))
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
