import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHtml, longestContent } from './content-html.ts'

describe('keeps what an article needs', () => {
  test.each([
    ['<p>One<br>two</p>', '<p>One<br>two</p>'],
    ['<h2>Title</h2><ul><li>a</li></ul>', '<h2>Title</h2><ul><li>a</li></ul>'],
    ['<b>bold</b> <i>it</i> <u>u</u>', '<strong>bold</strong> <em>it</em> <u>u</u>'],
    ['<h1>Second first heading</h1>', '<h2>Second first heading</h2>'],
    ['<p class="x" style="color:red" data-id="1">t</p>', '<p>t</p>'],
    ['<a href="/products">in</a>', '<a href="/products">in</a>'],
    ['fish &amp; chips &lt;3 &#8212; &eacute;', 'fish &amp; chips &lt;3 — é'],
    ['5 < 6 and 7 > 2', '5 &lt; 6 and 7 &gt; 2'],
    ['<p>never <em>closed', '<p>never <em>closed</em></p>'],
    ['a</p></div>b', 'ab'],
  ])('%s', (source, expected) => {
    expect(contentHtml(source)).toBe(expected)
  })

  test('marks links that leave, and paid ones as sponsored', () => {
    expect(contentHtml('<a href="https://a.example/x?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://a.example/x?a=1&amp;b=2" target="_blank" rel="nofollow noopener">x</a>',
    )
    expect(contentHtml('<a rel="sponsored" href="https://a.example">x</a>')).toContain(
      'rel="sponsored nofollow noopener"',
    )
  })
})

describe('drops everything else', () => {
  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><circle/></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#x0a;script:alert(1)">x</a>',
    '<a href=" &#1;javascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/\\evil.example">x</a>',
    '<p onclick="alert(1)">x</p>',
    '<p title="><img src=x onerror=alert(1)>">x</p>',
    '<style>@import "x"</style>',
    '<form action=javascript:alert(1)><input type=submit>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  ])('%s', (source) => {
    expect(contentHtml(source)).toMatch(safe)
  })

  test('whatever the input, only its own short list of tags comes out [S5.8]', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '/',
      'a',
      ' href=',
      'javascript:',
      'script',
      'p',
      '<!--',
      '-->',
      '&lt;',
      '&#60;',
      '=',
      'on',
      'x ',
      'svg',
    )
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => safe.test(contentHtml(pieces.join('')))))
  })
})

test('cuts before it reads, so that half a link cannot swallow the page', () => {
  const source = `${'a'.repeat(longestContent - 10)}<a href="https://x.example">link</a> and more`
  const html = contentHtml(source)
  expect(html.endsWith('a...')).toBe(true)
  expect(html).not.toContain('href')
  expect(contentHtml('b'.repeat(longestContent))).toHaveLength(longestContent)
})

test('reads hostile repetition in linear time', () => {
  const began = performance.now()
  for (const part of ['<a ', '<', '<a "', '&#', '<!--', '<a href="', "<a b='"]) contentHtml(part.repeat(5000))
  expect(performance.now() - began).toBeLessThan(2000)
})

const safe =
  /^(?:[^<]|<\/?(?:p|strong|em|u|h[2-6]|ul|ol|li|a)>|<br>|<a href="(?:\/(?![/\\])|#)[^"]*">|<a href="(?:https?|mailto):[^"]*" target="_blank" rel="(?:sponsored )?nofollow noopener">)*$/
