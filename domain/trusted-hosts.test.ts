import { afterEach, expect, test } from 'vitest'
import { changeConfig } from './site-config.ts'
import { configOf } from './site-settings.ts'
import { isTrustedAddress } from './trusted-hosts.ts'

afterEach(() => changeConfig(null))

test.each([
  ['https://www.amazon.com/dp/B000000000', true],
  ['https://amazon.de/dp/B000000000', true],
  ['https://AMZN.to/x', true],
  ['https://amazon.com.evil.example/dp/B000000000', false],
  ['https://notamazon.com/', false],
  ['https://evil.example/?amazon.com', false],
  ['https://amazon.com@evil.example/', false],
  ['amazon.com', false],
  [null, false],
])('%s is trusted by its host, or a subdomain of a trusted one: %s [B5.2]', (address, isTrusted) => {
  expect(isTrustedAddress(address)).toBe(isTrusted)
})

test('the trusted hosts are the office’s setting [B9.1]', () => {
  changeConfig(configOf([{ key: 'trusted_hosts', value: 'shop.example\n' }]))
  expect(isTrustedAddress('https://www.shop.example/x')).toBe(true)
  expect(isTrustedAddress('https://www.amazon.com/x')).toBe(false)
})
