import { expect, test } from 'vitest'
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
