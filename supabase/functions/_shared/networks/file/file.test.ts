import { describe, expect, test } from 'vitest'
import type { OpenedFeed } from '../../feed-file/open.ts'
import { rawText } from '../network.ts'
import { readSource } from '../testing/read-source.ts'
import { inspectFile } from './inspect.ts'
import { checkFileMapping, type FileMapping, guessFileMapping } from './mapping.ts'
import { ownFileSource } from './source.ts'

const merchant = { name: 'Loam', programmeId: 'loam', feedId: '' }

/** In pieces of three bytes, as an unkind network cuts them. */
async function* pieces(text: string, size = 3): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const feedOf = (text: string, size?: number): OpenedFeed => ({
  bytes: pieces(text, size),
  size: text.length,
  position: () => 0,
})

async function read(text: string, mapping: FileMapping | null = null, size?: number) {
  const found = await inspectFile(async () => pieces(text, 7), mapping)
  const source = ownFileSource({ feed: feedOf(text, size), mapping: checkFileMapping(found.mapping), merchant })
  return { found, ...(await readSource(source)) }
}

const CSV = `SKU;Title;Link;Sale price;Currency;EAN;In stock;g:image_link
A1;"Vase; large";https://loam.example/a1;12,50;EUR;4006381333931;yes;https://loam.example/a1.jpg
A2;Krug é;https://loam.example/a2;7;EUR;;0;
`
const OBJECTS = [
  {
    ...{ id: 'A1', title: 'Vase; large', link: 'https://loam.example/a1', offer: { price: '12,50', currency: 'EUR' } },
    ...{ gtin: 4006381333931, availability: 'https://schema.org/InStock', image: ['https://loam.example/a1.jpg'] },
  },
  {
    ...{ id: 'A2', title: 'Krug é', link: 'https://loam.example/a2', offer: { price: 7, currency: 'EUR' } },
    ...{ availability: false, image: [] },
  },
]
const XML = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Loam</title><link>https://loam.example/</link>
<item><g:id>A1</g:id><title><![CDATA[Vase; large]]></title><link>https://loam.example/a1</link><g:price currency="EUR">12,50</g:price>
<g:gtin>4006381333931</g:gtin><g:availability>in stock</g:availability><g:image_link>https://loam.example/a1.jpg</g:image_link></item>
<item><g:id>A2</g:id><title>Krug &#233;</title><link>https://loam.example/a2</link><g:price currency="EUR">7</g:price>
<g:availability>out of stock</g:availability></item></channel></rss>`

const FORMATS: [string, string][] = [
  ['csv', CSV],
  ['json', JSON.stringify(OBJECTS)],
  ['json', JSON.stringify({ shop: 'Loam', data: { count: 2, products: OBJECTS } }, null, 2)],
  ['jsonl', OBJECTS.map((object) => `${JSON.stringify(object)}\n`).join('')],
  ['xml', XML],
]

describe("a merchant's own file", () => {
  test.each(FORMATS)('in %s says the same, in whatever pieces it comes, its columns guessed', async (format, text) => {
    const { found, rows, rejected, isAllComplete } = await read(text)
    expect(found).toMatchObject({ format, missing: [], tried: { rows: 2, prices: 2, links: 2 } })
    expect(found.samples).toHaveLength(2)
    expect(rejected).toEqual([])
    expect(isAllComplete).toBe(true)
    expect(rows).toMatchObject([
      {
        ...{ externalId: 'A1', name: 'Vase; large', link: 'https://loam.example/a1', price: '12,50', currency: 'EUR' },
        ...{ gtin: '4006381333931', availability: 'in_stock', image: 'https://loam.example/a1.jpg' },
        ...{ programmeId: 'loam', merchantName: 'Loam', feedId: '' },
      },
      { externalId: 'A2', name: 'Krug é', price: '7', availability: 'out_of_stock', image: '' },
    ])
    expect(rawText(rows[0]?.raw ?? '')).toContain('A1')
  })

  test('is read by the mapping that is given, not by what its columns seem to mean', async () => {
    const text = 'id,name,number,link,price,old price\nx,Vase,N1,https://loam.example/1,5,9\n'
    const mapping = { external_id: 'number', product_name: 'name', affiliate_link: 'link', price: 'old price' }
    expect((await read(text, mapping)).rows).toMatchObject([{ externalId: 'N1', price: '9' }])
  })

  test('whose root holds the products under any name is read, without attributes being lost', async () => {
    const text = '<shop><thing id="1"><name>Vase</name><url>https://loam.example/1</url><price>5</price></thing></shop>'
    const { found, rows } = await read(text)
    expect(found.mapping).toMatchObject({ external_id: '@id', product_name: 'name', affiliate_link: 'url' })
    expect(rows).toMatchObject([{ externalId: '1' }])
  })

  test.each([
    ['nothing of what every product needs', {}, 'external_id, product_name, affiliate_link, price'],
    ['no id', { product_name: 'a', affiliate_link: 'b', price: 'c' }, 'which column is external_id'],
    ['a blank id', { external_id: ' ', product_name: 'a', affiliate_link: 'b', price: 'c' }, 'external_id'],
    ['what no product has', { external_id: 'a', leads: 'b' }, 'names leads'],
    ['no text', { external_id: 7 }, 'names external_id'],
  ])('is refused with a mapping of %s', (_, mapping, sentence) => {
    expect(() => checkFileMapping(mapping)).toThrow(sentence)
  })

  test('guesses of two columns for one field the first, and none from words that say nothing', () => {
    expect(guessFileMapping(['sku', 'id', 'Foo', 'offer.sale_price'])).toEqual({
      external_id: 'sku',
      price: 'offer.sale_price',
    })
  })

  test.each([
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', /web page/],
    ['nothing', '', /empty/],
    ['an empty list', '[]', /no list of products/],
    ['an object without a list', '{"message":"no"}', /no list of products/],
    ['a table without a row', 'id,name,link,price\n', /no list of products/],
  ])('that is %s is refused with its sentence', async (_, text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence)
  })

  test.each([
    ['json', JSON.stringify(OBJECTS).slice(0, -1)],
    ['json', `${JSON.stringify(OBJECTS).slice(0, -1)},{"id":"A3","title":"cut`],
    ['xml', XML.slice(0, -10)],
    ['xml', XML.replace('</channel>', '</chanel>')],
  ])('in %s that is cut off or damaged gives what it has and proves nothing of the rest', async (_, text) => {
    const { rows, failed, isAllComplete } = await read(text)
    expect(rows).toHaveLength(2)
    expect(isAllComplete).toBe(false)
    expect(failed).toEqual([{ name: 'Loam', reason: expect.stringMatching(/breaks off|damaged/) }])
  })

  test('loses of a list only what is no product', async () => {
    const text = `[7,${JSON.stringify(OBJECTS[0])},null,"x",{"id": bad},[1,2],${JSON.stringify(OBJECTS[1])}]`
    const { rows, rejected } = await read(text)
    expect(rows).toHaveLength(2)
    // What stands before the first object is not known to be a list of products.
    expect(rejected.map(({ reason }) => reason)).toEqual(Array(4).fill('not a JSON object'))
  })

  const GOOD = '<item><id>1</id><title>T</title><link>https://loam.example/1</link><price>5</price></item>'
  const mapping = { external_id: 'id', product_name: 'title', affiliate_link: 'link', price: 'price' }
  const source = (text: string) => readSource(ownFileSource({ feed: feedOf(text, 1 << 16), mapping, merchant }))

  test('with an entity bomb is read as it stands: nothing is expanded or fetched', async () => {
    const lols = Array.from({ length: 10 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
    const text = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">${lols}<!ENTITY x SYSTEM "file:///etc/passwd">]>
      <r>${GOOD.replace('T<', 'T &l10; &x; &nbsp;<')}</r>`
    const { rows } = await source(text)
    expect(rows).toMatchObject([{ name: 'T &l10; &x; &nbsp;' }])
  })

  test.each<[string, string, RegExp]>([
    ['nesting in XML', `<r>${'<a>'.repeat(100_000)}`, /deeper than 64/],
    ['nesting in JSON', `{"a":${'['.repeat(100_000)}`, /deeper than 64/],
    ['an attribute', `<r>${GOOD}<item id="${'x'.repeat(9_000_000)}"/></r>`, /longer than 2 MB/],
    ['attributes', `<r><item ${Array.from({ length: 5000 }, (_, i) => `a${i}="1"`).join(' ')}/></r>`, /more than 1000/],
    ['a name', `<r><${'x'.repeat(9_000_000)}/></r>`, /longer than 2 MB/],
    ['a text', `<r>${GOOD}<item><title>${'x'.repeat(9_000_000)}</title></item></r>`, /longer than 2 MB/],
    ['a comment', `<r><!-- ${'x'.repeat(9_000_000)} --></r>`, /longer than 2 MB/],
    ['a document type', `<!DOCTYPE r [${' '.repeat(9_000_000)}]><r/>`, /longer than 2 MB/],
    ['an element of JSON', `[{"id":"${'x'.repeat(9_000_000)}"}]`, /longer than 2 MB/],
    ['a line', `{"id":"1"}\n{"id":"${'x'.repeat(9_000_000)}"}`, /does not end within 2 MB/],
  ])('without end in %s is ended with a sentence', async (_, text, sentence) => {
    await expect(source(text)).rejects.toThrow(sentence)
  })
})
