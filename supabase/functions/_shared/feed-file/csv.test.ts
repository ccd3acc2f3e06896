import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCsvReader } from './csv.ts'

const columns = [['id'], ['name', 'title'], ['price']] as const

/** Reads a whole text, cut into pieces of the given size. */
function read(text: string, pieceBytes = 1 << 20) {
  const reader = createCsvReader({ columns, required: [[0], [1]] })
  const bytes = Buffer.from(text)
  const batches = []
  for (let at = 0; at < bytes.length; at += pieceBytes) batches.push(reader.push(bytes.subarray(at, at + pieceBytes)))
  batches.push(reader.end())
  return {
    rows: batches.flatMap((batch) => batch.records.map((record) => record.fields)),
    lines: batches.flatMap((batch) => batch.records.map((record) => record.line)),
    damaged: batches.flatMap((batch) => batch.damaged.map(({ line, reason }) => `${line}: ${reason}`)),
    strayQuotes: batches.reduce((sum, batch) => sum + batch.strayQuotes, 0),
  }
}

describe('the reader of delimited feeds', () => {
  test.each([',', ';', '|', '\t'])('finds the delimiter %j in the header', (mark) => {
    expect(read(`id${mark}name${mark}price\n1${mark}A${mark}2.50\n`).rows).toEqual([['1', 'A', '2.50']])
  })

  test.each([
    ['a byte order mark', '\uFEFFid,name,price\n1,A,2', [['1', 'A', '2']]],
    ['Windows line ends', 'id,name,price\r\n1,A,2\r\n', [['1', 'A', '2']]],
    ['columns in another order and spelling', 'PRICE,Title,ID\n2,A,1\n', [['1', 'A', '2']]],
    ['a missing optional column', 'id,name\n1,A\n', [['1', 'A', '']]],
    ['quoted delimiters and doubled quotes', 'id,name,price\n1,"A, ""B""",2\n', [['1', 'A, "B"', '2']]],
    [
      'line breaks inside quotes',
      'id,name,price\n1,"A\nB\nC",2\n3,D,4\n',
      [
        ['1', 'A\nB\nC', '2'],
        ['3', 'D', '4'],
      ],
    ],
    ['empty lines', 'id,name,price\n\n1,A,2\n\n', [['1', 'A', '2']]],
    ['letters beyond ASCII', 'id,name,price\n1,Sœur Oré 美,2\n', [['1', 'Sœur Oré 美', '2']]],
    ['no rows', 'id,name,price\n', []],
  ])('reads %s', (_, text, rows) => {
    expect(read(text).rows).toEqual(rows)
    expect(read(text, 3).rows).toEqual(rows)
  })

  test('loses one row to an unclosed quote, not the rest of the feed', () => {
    const { rows, damaged } = read('id,name,price\n1,A,2\n2,"never closed,3\n3,"C, c",4\n4,D,5\n')
    expect(rows.map(([id]) => id)).toEqual(['1', '3', '4'])
    expect(damaged).toEqual(['3: unclosed quote'])
  })

  test('loses one row to an unclosed quote in the last line', () => {
    const { rows, damaged } = read('id,name,price\n1,A,2\n2,"never closed,3')
    expect(rows).toHaveLength(1)
    expect(damaged).toEqual(['3: unclosed quote'])
  })

  test('understands a stray quote inside a quoted field', () => {
    const { rows, strayQuotes } = read('id,name,price\n1,"27" Monitor",2\n2,5" heel,3\n')
    expect(rows).toEqual([
      ['1', '27" Monitor', '2'],
      ['2', '5" heel', '3'],
    ])
    expect(strayQuotes).toBe(1)
  })

  test('counts rows of the wrong width and goes on', () => {
    const { rows, damaged, lines } = read('id,name,price\n1,A\n2,B,3,4\n3,C,5\n')
    expect(rows).toEqual([['3', 'C', '5']])
    expect(damaged).toEqual(['2: wrong number of columns', '3: wrong number of columns'])
    expect(lines).toEqual([4])
  })

  test('chooses between two columns for one thing in each row, not once for the file', () => {
    const { rows } = read('title,id,name,price\nSpare,1,Name,2\nSpare,2,,2\nSpare,3," ",2\n,4,,2\n')
    expect(rows).toEqual([
      ['1', 'Name', '2'],
      ['2', 'Spare', '2'],
      ['3', 'Spare', '2'],
      ['4', '', '2'],
    ])
  })

  test('refuses a header without a needed column, and says which', () => {
    expect(() => read('sku,price\n1,2\n')).toThrow('The header lacks id, name or title.')
  })

  test('refuses a line that does not end', () => {
    expect(() => read(`id,name,price\n1,${'x'.repeat(3 * 1024 * 1024)}`, 1 << 18)).toThrow('does not end within 2 MB')
  })

  test('refuses a million columns', () => {
    expect(() => read(`${'a,'.repeat(1_000_000)}id,name\n`)).toThrow('more than 1000 columns')
  })

  test('reads well-formed text exactly as csv-parse does, wherever it is cut', () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'é', '美', ' ', '"', ',', '\n', ';', '1') })
    const table = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 40 }), (rows, pieceBytes) => {
        const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\n')
        const text = `id,name,price\n${quoted}\n`
        expect(read(text, pieceBytes).rows).toEqual(parse(text, { from_line: 2 }))
      }),
      { numRuns: 300 },
    )
  })
})
