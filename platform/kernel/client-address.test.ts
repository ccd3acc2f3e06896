import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const from = (forwarded: string | undefined) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress: '::ffff:10.0.0.7' },
})

test.each([
  ['without proxies the header is never believed', '1.1.1.1', 0, '10.0.0.7'],
  ['behind one proxy its own entry counts, not what the visitor wrote before it', '6.6.6.6, 2.2.2.2', 1, '2.2.2.2'],
  ['behind two proxies the outer one saw the visitor', '6.6.6.6, 2.2.2.2, 10.0.0.1', 2, '2.2.2.2'],
  ['who comes past a proxy cannot choose an address', '6.6.6.6', 2, '10.0.0.7'],
  ['a proxy that adds nothing leaves the socket', undefined, 1, '10.0.0.7'],
])('%s', (_, forwarded, hops, address) => {
  expect(clientAddress(from(forwarded), hops)).toBe(address)
})
