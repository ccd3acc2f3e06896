import { expect, test } from 'vitest'
import { networkOf } from './rate-limit.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['functions', 'functions'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('all addresses of one IPv6 network are one visitor, those of another are not', () => {
  const [home, again, other] = ['2001:db8:1:2::1', '2001:0db8:0001:0002:ffff::9', '2001:db8:1:3::1'].map(networkOf)
  expect(again).toBe(home)
  expect(other).not.toBe(home)
})
