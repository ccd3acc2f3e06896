import { describe, expect, test } from 'vitest'
import { checkProfile } from './check-profile.ts'
import { joinDocuments, profileOf } from './oidc.ts'

const profile = { subject: 'a', email: 'ada@example.com', emailVerified: true, claims: {} }

describe('what a provider says', () => {
  test.each([
    ['Ada@Example.com ', 'ada@example.com'],
    ['\u212Aate@example.com', ''],
    ['kate@example.\u212Aom', ''],
    ['ada@example.com, eve@evil.example', ''],
    ['ada@example.com\r\nBcc: eve@evil.example', ''],
    ['Ada <ada@example.com>', ''],
    [`${'a'.repeat(300_000)}@example.com`, ''],
    ['ada', ''],
  ])('gives the address %j as %j', (email, expected) => {
    expect(checkProfile({ ...profile, email })).toMatchObject({ email: expected, emailVerified: expected !== '' })
  })

  test('makes no account’s metadata larger than a token can carry', () => {
    const { claims } = checkProfile({
      ...profile,
      claims: {
        name: `Ada\r\n${'x'.repeat(300_000)}`,
        user_name: 'half a \ud800 character and \0',
        avatar_url: `https://pictures.example/${'x'.repeat(300_000)}`,
        picture: 'javascript:alert(1)',
        custom_claims: { list: Array.from({ length: 50_000 }, () => 'x') },
        roles: ['a', 'b'],
        nothing: undefined,
      },
    })
    expect(claims).toMatchObject({ name: expect.stringMatching(/^Ada xxx/), roles: ['a', 'b'] })
    expect(Object.keys(claims).sort()).toEqual(['name', 'roles', 'user_name'])
    expect(JSON.stringify(claims).length).toBeLessThan(1000)
    expect(JSON.stringify(claims)).toMatch(/^[ -~\ufffd]+$/)
  })

  test('names nobody with an id that is none', () => {
    for (const subject of ['x'.repeat(300), 'a\0b', '\ud800']) {
      expect(checkProfile({ ...profile, subject }).subject).toBe('')
    }
  })

  test('takes an address and its verification from one document', () => {
    const joined = (...documents: Record<string, unknown>[]) => profileOf(joinDocuments(documents))
    expect(
      joined({ sub: 'a', email: 'victim@example.com' }, { email: 'mine@evil.example', email_verified: true }),
    ).toMatchObject({ email: 'victim@example.com', emailVerified: false })
    expect(joined({ sub: 'a', email_verified: true }, { email: 'victim@example.com' })).toMatchObject({
      email: 'victim@example.com',
      emailVerified: false,
    })
    expect(joined({ sub: 'a', name: 'Ada' }, { email: 'ada@example.com', email_verified: true })).toMatchObject({
      subject: 'a',
      email: 'ada@example.com',
      emailVerified: true,
    })
  })
})
