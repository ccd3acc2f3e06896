import { expect, test, vi } from 'vitest'
import { shedRenders } from './shed-renders.ts'

test('a page that would wait too long is refused at once, and the next one is made when there is room', async () => {
  const rendering: (() => void)[] = []
  let shed = 0
  const site = {
    fetch: () => new Promise<Response>((resolve) => rendering.push(() => resolve(new Response('a page')))),
  }
  // No patience at all: whoever finds every place taken is refused.
  const calm = shedRenders(site, { places: 1, patienceMs: -1, onShed: () => (shed += 1) })
  const ask = () => calm.fetch(new Request('http://shop.test/search?q=silk'))
  const first = ask()
  const second = await ask()
  expect([second.status, second.headers.get('retry-after'), shed]).toEqual([503, '2', 1])
  rendering.shift()?.()
  expect(await (await first).text()).toBe('a page')
  const third = ask()
  rendering.shift()?.()
  expect((await third).status).toBe(200)
})

test('a page keeps its place until its last byte, however slowly it is read', async () => {
  const pages: ReadableStreamDefaultController<Uint8Array>[] = []
  const site = {
    fetch: async () => new Response(new ReadableStream<Uint8Array>({ start: (page) => void pages.push(page) })),
  }
  const calm = shedRenders(site, { places: 1, patienceMs: -1, onShed() {} })
  const ask = () => calm.fetch(new Request('http://shop.test/search?q=silk'))
  const first = await ask()
  pages[0]?.enqueue(Buffer.from('a page'))
  expect((await ask()).status).toBe(503)
  pages[0]?.close()
  // Nobody reads the first page meanwhile.
  await vi.waitFor(async () => expect((await ask()).status).toBe(200))
  expect(await first.text()).toBe('a page')
})

test('a page that is given up leaves its place', async () => {
  const cancel = vi.fn()
  const site = { fetch: async () => new Response(new ReadableStream<Uint8Array>({ cancel })) }
  const calm = shedRenders(site, { places: 1, patienceMs: -1, onShed() {} })
  const ask = () => calm.fetch(new Request('http://shop.test/search?q=silk'))
  await (await ask()).body?.cancel()
  expect(cancel).toHaveBeenCalledOnce()
  await vi.waitFor(async () => expect((await ask()).status).toBe(200))
})

test('a page that fails is no refusal', async () => {
  const site = { fetch: () => Promise.reject(new Error('no such table')) }
  const calm = shedRenders(site, { onShed() {} })
  await expect(calm.fetch(new Request('http://shop.test/'))).rejects.toThrow('no such table')
})
