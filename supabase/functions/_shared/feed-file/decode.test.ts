import { describe, expect, test } from 'vitest'
import { toUtf8 } from './decode.ts'

async function decoded(bytes: Buffer, pieceBytes: number): Promise<string> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const parts: Buffer[] = []
  for await (const part of toUtf8(pieces())) parts.push(part)
  return Buffer.concat(parts).toString()
}

const text = 'name,price\nCrème brûlée – œuf,12 €\n'

describe('the decoding of feeds', () => {
  test.each([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), `\uFEFF${text}`],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), text],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), text],
    ['Windows-1252', Buffer.from('name\nCr\xe8me br\xfbl\xe9e \x80 12\n', 'latin1'), 'name\nCrème brûlée € 12\n'],
  ])('reads %s', async (_, bytes, expected) => {
    expect(await decoded(bytes, 4096)).toBe(expected)
  })

  test('cuts UTF-8 only between characters', async () => {
    for (let pieceBytes = 1; pieceBytes < 9; pieceBytes++)
      expect(await decoded(Buffer.from(text), pieceBytes)).toBe(text)
  })

  test('keeps UTF-8 with one broken character UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('Crème brûlée œuf '), Buffer.from([0xff]), Buffer.from(' été')])
    expect(await decoded(bytes, 4096)).toBe('Crème brûlée œuf \uFFFD été')
  })

  test('refuses binary data and an empty file', async () => {
    await expect(decoded(Buffer.from([1, 0, 0, 0, 7, 0, 0, 0, 9, 200, 0, 0, 0, 0]), 64)).rejects.toThrow('binary data')
    await expect(decoded(Buffer.alloc(0), 64)).rejects.toThrow('The feed is empty')
  })
})
