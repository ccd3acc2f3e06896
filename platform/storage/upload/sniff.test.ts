import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { judgeType, sniff } from './sniff.ts'

const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
const bytes = (text: string) => new TextEncoder().encode(text)

describe('recognising types', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif', 'tiff'] as const)('knows %s', async (format) => {
    expect(sniff(await pixel.clone().toFormat(format).toBuffer())).toBe(`image/${format}`)
  })
  test.each([
    ['%PDF-1.7', 'application/pdf'],
    ['PK\x03\x04', 'application/zip'],
    ['<html>', null],
    ['', null],
  ])('reads %j as %s', (text, type) => {
    expect(sniff(bytes(text))).toBe(type)
  })
})

describe('the type that is stored', () => {
  const html = bytes('<script>alert(1)</script>')
  test('is the declared one when the bytes agree or cannot be told', async () => {
    const jpeg = await pixel.clone().jpeg().toBuffer()
    expect(judgeType('image/jpeg', jpeg)).toEqual({ type: 'image/jpeg', honest: true })
    expect(judgeType('image/jpg', jpeg)).toEqual({ type: 'image/jpg', honest: true })
    expect(judgeType('text/plain;charset=UTF-8', jpeg)).toEqual({ type: 'text/plain;charset=UTF-8', honest: true })
    expect(judgeType('application/x-own', html)).toEqual({ type: 'application/x-own', honest: true })
  })
  test("is the true one for an image under another image's name", async () => {
    expect(judgeType('image/png', await pixel.clone().jpeg().toBuffer())).toEqual({ type: 'image/jpeg', honest: true })
  })
  test.each([
    'image/png',
    'IMAGE/JPEG; q=1',
    'application/pdf',
    'video/mp4',
  ])('is bytes for a page that says %s', (type) => {
    expect(judgeType(type, html)).toEqual({ type: 'application/octet-stream', honest: false })
  })
})
