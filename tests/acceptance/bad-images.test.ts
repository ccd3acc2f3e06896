import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type SignedIn, signedInClient } from '#tests/support/target.ts'

let editor: SignedIn
beforeAll(async () => {
  editor = await signedInClient({ role: 'editor', target: 'shop' })
})

/** Noise, so that half of the file is half of the image. */
const noise = (format: 'png' | 'jpeg') =>
  sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#000',
    },
  })
    .toFormat(format)
    .toBuffer()
/** Of one colour: a few kilobytes that are 400 MB in a browser. */
const huge = () =>
  sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: '#f0c4ba' } })
    .png({ compressionLevel: 1 })
    .toBuffer()
const half = (file: Buffer) => file.subarray(0, file.length / 2)
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

const BAD: Record<string, [file: () => Buffer | Promise<Buffer>, type: string]> = {
  'a text that is called PNG': [() => Buffer.from('this is no image'), 'image/png'],
  'an SVG': [() => Buffer.from(svg), 'image/svg+xml'],
  'an SVG that is called PNG': [() => Buffer.from(svg), 'image/png'],
  'more than a hundred megapixels': [huge, 'image/png'],
  'no bytes': [() => Buffer.alloc(0), 'image/png'],
  'half of a PNG': [async () => half(await noise('png')), 'image/png'],
  'half of a JPEG': [async () => half(await noise('jpeg')), 'image/jpeg'],
  'a PNG without its last bytes': [async () => (await noise('png')).subarray(0, -20), 'image/png'],
}

test.each(Object.entries(BAD))('%s is refused with a sentence, and nothing of it is there', async (_, [file, type]) => {
  for (const bucket of ['wallpapers', 'images']) {
    const path = `${randomUUID()}.png`
    const files = editor.client.storage.from(bucket)
    const { error } = await files.upload(path, await file(), { contentType: type })
    expect(error?.message).toMatch(/\w+ \w+ \w+/)
    expect((await files.exists(path)).data).toBe(false)
  }
})

test.each(Object.entries(BAD).filter(([name]) => /half|without/.test(name)))('%s is called cut off', async (_, [
  file,
  type,
]) => {
  const files = editor.client.storage.from('wallpapers')
  const { error } = await files.upload(`${randomUUID()}.png`, await file(), { contentType: type })
  expect(error?.message).toBe('The image is broken or cut off. Upload it again')
})

test('a whole image is taken', async () => {
  const files = editor.client.storage.from('wallpapers')
  for (const format of ['png', 'jpeg'] as const) {
    const uploaded = await files.upload(`${randomUUID()}.${format}`, await noise(format), {
      contentType: `image/${format}`,
    })
    expect(uploaded.error).toBeNull()
  }
})
