import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { callFunction, newAddress } from '#tests/support/call-function.ts'
import { serviceClient, target } from '#tests/support/target.ts'

async function wallpaper() {
  const service = serviceClient('shop')
  const row = { title: 'Test', image_url: '/a.jpg', download_url: '/a.jpg', is_active: true }
  const { data } = await service.from('wallpapers').insert(row).select('id').single()
  const id = String(data?.id)
  const count = async () => (await service.from('wallpapers').select('download_count').eq('id', id).single()).data
  return { id, count }
}

test('a download is counted once an hour for one address, and for every other [S4.9] [S7.4] [S7.14]', async () => {
  const { id: wallpaperId, count } = await wallpaper()
  const address = newAddress()
  const download = (caller: object) => callFunction('record-wallpaper-download', { wallpaperId }, caller)
  expect((await download({ address })).body).toEqual({ success: true, counted: true })
  expect((await download({ address })).body).toEqual({ success: true, counted: false })
  expect((await download({ address: newAddress() })).body).toEqual({ success: true, counted: true })
  expect((await download({ headers: { 'user-agent': 'Googlebot/2.1' } })).body).toMatchObject({ counted: false })
  expect(await count()).toEqual({ download_count: 2 })
})

test('a hundred at once from one network count once', async () => {
  const { id: wallpaperId, count } = await wallpaper()
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, host) =>
      callFunction('record-wallpaper-download', { wallpaperId }, { address: `2001:db8:77:1::${host + 1}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect(await count()).toEqual({ download_count: 1 })
})

test('the counter itself is as slow, whatever a visitor says of its address', async () => {
  const { id, count } = await wallpaper()
  const { url, publishableKey } = target('shop')
  const address = newAddress()
  const calls = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      fetch(`${url}/rest/v1/rpc/increment_wallpaper_download`, {
        method: 'POST',
        headers: {
          apikey: publishableKey,
          'content-type': 'application/json',
          // The proxy wrote the last; what is before it came from the visitor.
          'x-forwarded-for': `198.51.100.${turn}, ${address}`,
        },
        body: JSON.stringify({ wallpaper_id: id }),
      }),
    ),
  )
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([204]))
  expect(await count()).toEqual({ download_count: 1 })
})

test('an unknown wallpaper and a wrong id are refused', async () => {
  expect((await callFunction('record-wallpaper-download', { wallpaperId: randomUUID() })).status).toBe(404)
  expect(await callFunction('record-wallpaper-download', { wallpaperId: "1' or 1=1" })).toMatchObject({
    status: 400,
    body: { fields: { wallpaperId: 'must be the id of a wallpaper' } },
  })
})
