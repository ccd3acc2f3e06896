import { expect, test } from 'vitest'
import { composeMail } from './compose.ts'
import { emailAddress } from './email-address.ts'

const attack = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&`

test('nothing that somebody wrote becomes markup, wherever it stands', () => {
  const { html } = composeMail({
    subject: attack,
    heading: attack,
    parts: [
      { kind: 'text', text: attack },
      { kind: 'quote', text: attack },
      { kind: 'button', label: attack, href: attack },
      { kind: 'link', label: attack, href: attack },
      { kind: 'list', items: [{ title: attack, text: attack }] },
    ],
    footer: [{ kind: 'text', text: attack }],
  })
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(11)
  expect(html).not.toMatch(/<(script|img)|onerror='/)
})

test('the text says the same as the HTML', () => {
  const { text } = composeMail({
    subject: 'S',
    heading: 'Hello',
    parts: [
      { kind: 'quote', text: 'one\ntwo' },
      { kind: 'list', items: [{ title: 'Sleep', text: 'Early.' }] },
      { kind: 'button', label: 'Go', href: 'https://shop.example/' },
    ],
    footer: [{ kind: 'text', text: 'Small' }],
  })
  expect(text).toBe('Hello\n\n> one\n> two\n\n1. Sleep. Early.\n\nGo:\nhttps://shop.example/\n\n--\n\nSmall\n')
})

// An expression that goes astray would run into the test's time limit.
test('an address of any length is judged', () => {
  for (const hostile of [`${'a@'.repeat(60_000)}`, `a@${'b.'.repeat(60_000)}`, 'x'.repeat(100_000)]) {
    expect(emailAddress.safeParse(hostile).success).toBe(false)
  }
  expect(emailAddress.parse(' Ada+news@mail.example.co.uk ')).toBe('Ada+news@mail.example.co.uk')
})
