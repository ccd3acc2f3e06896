import { expect, test } from 'vitest'
import { readXml, textOf } from './xml-reader.ts'
import { xmlResponse } from './xml-writer.ts'

test('writes elements in order, escaped, with nothing that XML cannot say', async () => {
  const response = xmlResponse('Result', { Key: [`<a> & "b"`, 'c\u0001\ud800'], None: undefined, Inner: { Empty: '' } })
  expect(response.headers.get('content-type')).toBe('application/xml')
  expect(await response.text()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Result xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
      '<Key>&lt;a&gt; &amp; &quot;b&quot;</Key><Key>c\ufffd\ufffd</Key><Inner><Empty></Empty></Inner></Result>',
  )
})

test('reads elements and text, whatever their namespace', () => {
  const root = readXml(
    '\ufeff<?xml version="1.0"?>\n<s3:Delete xmlns:s3="x"><Object><Key>a&lt;&amp;&#x41;&#66;</Key><None/></Object></s3:Delete>\n',
  )
  expect(root.name).toBe('Delete')
  const [object] = root.children
  expect(object && [textOf(object, 'Key'), textOf(object, 'None'), textOf(object, 'Other')]).toEqual([
    'a<&AB',
    '',
    undefined,
  ])
})

const BOMB = `<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>`
test.each([
  '',
  'text',
  '<a>',
  '<a></b>',
  '</a>',
  '<a/><b/>',
  '<a>&unknown;</a>',
  '<a>&#0;</a>',
  '<a>&#x110000;</a>',
  '<a><!-- x --></a>',
  '<a><![CDATA[x]]></a>',
  '<a><?x y?></a>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<a b="<">x</a>',
  '<a>x</a>y',
  BOMB,
  '<a>'.repeat(20) + '</a>'.repeat(20),
  `<a>${'<b/>'.repeat(70_000)}</a>`,
])('refuses %#', (text) => {
  expect(() => readXml(text)).toThrow('not well-formed')
})

test.each([
  `<a ${' '.repeat(500_000)}`,
  '<'.repeat(500_000),
  '&'.repeat(500_000),
  `<a${' b'.repeat(250_000)}`,
])('refuses half a megabyte of nonsense at once %#', (text) => {
  expect(() => readXml(text)).toThrow('not well-formed')
  expect(() => readXml(`<a>${text.replaceAll('<', '')}`)).toThrow('not well-formed')
})
