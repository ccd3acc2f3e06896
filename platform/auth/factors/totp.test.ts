import { describe, expect, test } from 'vitest'
import { enrolTotp, fromBase32, matchingStep, totpAt } from './totp.ts'

describe('time-based codes', () => {
  // Appendix B of RFC 6238, shortened to six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i the code is %s', (second, code) => {
    expect(totpAt(Buffer.from('12345678901234567890'), Math.floor(second / 30))).toBe(code)
  })

  test('a code is good one step early and late, and no further', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const at = (second: number) => matchingStep(secret, '081804', new Date(second * 1000)) !== null
    expect([-31, 0, 30, 61].map((offset) => at(1_111_111_109 + offset))).toEqual([true, true, true, false])
  })

  test('an enrolment carries the secret in its address and picture', async () => {
    const { secret, uri, qrSvg } = await enrolTotp({ issuer: 'Acme & Co', account: 'ada@example.com' })
    expect(fromBase32(secret)).toHaveLength(20)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(new URL(uri).searchParams.get('issuer')).toBe('Acme & Co')
    expect(qrSvg).toMatch(/^<svg /)
  })
})
