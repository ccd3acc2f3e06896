import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IDP_METADATA, type SamlAnswer, samlRequestId, samlResponse } from '../../../tests/fakes/saml.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type AuthUnderTest, authUnderTest, PUBLIC_URL } from '../testing/auth-under-test.ts'

const AUDIENCE = `${PUBLIC_URL}/auth/v1/sso/saml/metadata`
const DESTINATION = `${PUBLIC_URL}/auth/v1/sso/saml/acs`
const VERSION = { 'x-supabase-api-version': '2024-01-01' }

describe('single sign-on', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  let providerId: string
  /** Another one for each test, because single sign-on is limited per address. */
  let address = ''
  let tests = 0
  beforeEach(() => {
    address = `10.0.0.${++tests}`
  })
  let admin: (method: string, path: string, body?: unknown) => Promise<Response>
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: { saml: { enabled: true } },
      fetch: () => Promise.reject(new Error('an address of an admin without the guard')),
      guardedFetch: async (input) => {
        if (String(input) !== 'https://idp.example/metadata') throw new Error('cannot be reached')
        return new Response(IDP_METADATA.replace('entityID="', 'entityID="fetched-'))
      },
    })
    const key = await auth.tokens.sign({ role: 'service_role' })
    admin = (method, path, body) =>
      auth.request(`/admin/sso/providers${path}`, {
        method,
        headers: { ...VERSION, authorization: `Bearer ${key}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const created = await admin('POST', '', {
      type: 'saml',
      metadata_xml: IDP_METADATA,
      domains: ['company.example'],
      attribute_mapping: { keys: { department: { name: 'dept' }, level: { name: 'level', default: 1 } } },
      resource_id: 'company',
    })
    expect(created.status).toBe(201)
    providerId = (await created.json()).id
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  async function begin(client = auth.client({ address })) {
    const { data, error } = await client.auth.signInWithSSO({
      domain: 'company.example',
      options: { redirectTo: 'https://app.example/inside' },
    })
    expect(error).toBeNull()
    const url = data?.url ?? ''
    return { url, requestId: samlRequestId(url), relayState: new URL(url).searchParams.get('RelayState') ?? '' }
  }
  const post = (SAMLResponse: string, RelayState: string) =>
    auth.request('/sso/saml/acs', {
      method: 'POST',
      headers: VERSION,
      address,
      body: new URLSearchParams({ SAMLResponse, RelayState }),
    })
  const answer = (more: Partial<SamlAnswer> & { inResponseTo: string | null }) =>
    samlResponse({
      audience: AUDIENCE,
      destination: DESTINATION,
      nameId: 'employee-7',
      attributes: { mail: 'Seven@Company.example', dept: 'Flowers' },
      ...more,
    })
  const fragment = (response: Response) =>
    Object.fromEntries(new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1)))

  test('an employee signs in, and comes back as the same user [B7.17]', async () => {
    const { url, requestId, relayState } = await begin()
    expect(url).toMatch(/^https:\/\/idp\.example\/sso\?/)
    const response = await post(answer({ inResponseTo: requestId }), relayState)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.example\/inside#/)
    const claims = await auth.tokens.verify(fragment(response).access_token ?? '')
    expect(claims).toMatchObject({
      email: 'seven@company.example',
      app_metadata: { provider: `sso:${providerId}` },
      user_metadata: { custom_claims: { department: 'Flowers', level: 1 } },
      amr: [{ method: 'sso/saml', provider: providerId }],
    })
    const again = await begin()
    const second = await post(answer({ inResponseTo: again.requestId }), again.relayState)
    expect((await auth.tokens.verify(fragment(second).access_token ?? '')).sub).toBe(claims.sub)
  })

  test('with PKCE the browser that began gets the session', async () => {
    const client = auth.client({ flowType: 'pkce', address })
    const { requestId, relayState } = await begin(client)
    const response = await post(answer({ inResponseTo: requestId }), relayState)
    const code = new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
    expect((await client.auth.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('the account is not linked to another with the same address', async () => {
    const other = await auth.admin.createUser({ email: 'eight@company.example', email_confirm: true })
    const { requestId, relayState } = await begin()
    const attributes = { mail: 'eight@company.example' }
    const response = await post(answer({ inResponseTo: requestId, nameId: 'employee-8', attributes }), relayState)
    expect((await auth.tokens.verify(fragment(response).access_token ?? '')).sub).not.toBe(other.data.user?.id)
  })

  test('the provider may begin by itself, once per assertion', async () => {
    const unasked = answer({ inResponseTo: null })
    const first = await post(unasked, 'https://app.example/offers')
    expect(first.headers.get('location')).toMatch(/^https:\/\/app\.example\/offers#access_token=/)
    expect((await post(unasked, 'https://app.example/offers')).status).toBe(400)
    const astray = await post(answer({ inResponseTo: null }), 'https://evil.example/')
    expect(astray.headers.get('location')).toMatch(/^https:\/\/app\.example\/?#/)
  })

  test.each<[string, Partial<SamlAnswer>]>([
    ['unsigned', { signedBy: 'nobody' }],
    ['signed by a stranger', { signedBy: 'stranger' }],
    ['for somebody else', { audience: 'https://other.example' }],
    ['expired', { minutes: -4 }],
    ['from another issuer', { issuer: 'https://evil.example' }],
    ['an answer to another request', { inResponseTo: 'id-of-another-request' }],
    ['an answer to no request', { inResponseTo: null }],
    ['confirmed for another request in what is signed', { confirms: 'id-of-another-request' }],
    ['confirmed for no request in what is signed', { confirms: null }],
    ['confirmed for another service', { recipient: 'https://other.example/acs' }],
    ['for holders of a key', { method: 'holder-of-key' }],
    ['sent to another service', { destination: 'https://other.example/acs', recipient: DESTINATION }],
    ['about a failure', { status: 'Responder' }],
    ['older than ten minutes', { issuedMinutes: -11, minutes: 60 }],
    ['from the future', { issuedMinutes: 5, minutes: 60 }],
    ['of a session that has ended', { sessionMinutes: -5 }],
    ['in a response that a stranger signed', { responseSignedBy: 'stranger' }],
  ])('an assertion that is %s lets nobody in', async (_, more) => {
    const { requestId, relayState } = await begin()
    const response = await post(answer({ inResponseTo: requestId, ...more }), relayState)
    expect(response.status).toBe(400)
  })

  test('a provider may sign its response as well', async () => {
    const { requestId, relayState } = await begin()
    const response = await post(answer({ inResponseTo: requestId, responseSignedBy: 'provider' }), relayState)
    expect(response.status).toBe(303)
  })

  test('an answer to somebody’s request is no answer to none, whatever its envelope says', async () => {
    const { requestId } = await begin()
    const moved = answer({ inResponseTo: null, confirms: requestId })
    expect((await post(moved, 'https://app.example/offers')).status).toBe(400)
  })

  test('a document that would take long, or define entities, is refused without holding anybody up', async () => {
    const good = Buffer.from(answer({ inResponseTo: null }), 'base64').toString()
    const many = (count: number) => good.replace('</samlp:Response>', `${'<a/>'.repeat(count)}$&`)
    const deep = `<Response>${'<a>'.repeat(2200)}${'</a>'.repeat(2200)}</Response>`
    const lol = '<!DOCTYPE a [<!ENTITY b "cccc"><!ENTITY d "&b;&b;&b;">]><Response><Issuer>&d;</Issuer></Response>'
    for (const xml of [many(16_000), many(100_000), deep, lol, `<a ${'b="c" '.repeat(20_000)}/>`, '<', '']) {
      const response = await post(Buffer.from(xml).toString('base64'), '')
      expect([400, 404]).toContain(response.status)
    }
  })

  test('an altered assertion lets nobody in', async () => {
    const { requestId, relayState } = await begin()
    const xml = Buffer.from(answer({ inResponseTo: requestId }), 'base64').toString()
    const altered = Buffer.from(xml.replace('Seven@Company.example', 'boss@company.example')).toString('base64')
    expect((await post(altered, relayState)).status).toBe(400)
  })

  test('a relay state works once and not for ever', async () => {
    const first = await begin()
    await post(answer({ inResponseTo: first.requestId }), first.relayState)
    const again = await post(answer({ inResponseTo: first.requestId }), first.relayState)
    expect([again.status, (await again.json()).code]).toEqual([404, 'saml_relay_state_not_found'])
    const late = await begin()
    auth.advance(601)
    const answered = await post(answer({ inResponseTo: late.requestId }), late.relayState)
    auth.advance(-601)
    expect([answered.status, (await answered.json()).code]).toEqual([422, 'saml_relay_state_expired'])
  })

  test('asking for nobody, for both and for the unknown is refused', async () => {
    const ask = async (body: unknown) => {
      const response = await auth.request('/sso', {
        method: 'POST',
        headers: VERSION,
        address,
        body: JSON.stringify(body),
      })
      return [response.status, (await response.json()).message]
    }
    expect(await ask({})).toEqual([400, 'A domain or provider_id needs to be provided'])
    expect(await ask({ domain: 'a', provider_id: 'b' })).toEqual([400, 'Only one of provider_id or domain supported'])
    expect(await ask({ domain: 'other.example' })).toEqual([404, 'No SSO provider assigned for this domain'])
    expect(await ask({ provider_id: crypto.randomUUID() })).toEqual([404, 'No such SSO provider'])
  })

  test('an SSO user’s address and password are the company’s', async () => {
    const { requestId, relayState } = await begin()
    const response = await post(answer({ inResponseTo: requestId }), relayState)
    const changed = await auth.request('/user', {
      method: 'PUT',
      headers: { ...VERSION, authorization: `Bearer ${fragment(response).access_token}` },
      body: JSON.stringify({ password: 'a password of my own' }),
    })
    expect([changed.status, (await changed.json()).code]).toEqual([422, 'user_sso_managed'])
  })

  test('admins list, read, change and delete providers', async () => {
    const { items } = await (await admin('GET', '')).json()
    expect(items).toMatchObject([{ id: providerId, domains: [{ domain: 'company.example' }] }])
    expect(items[0].saml.metadata_xml).toBeUndefined()
    expect((await admin('GET', '/resource_company')).status).toBe(200)
    expect((await (await admin('POST', '', { type: 'saml', metadata_xml: IDP_METADATA })).json()).code).toBe(
      'saml_idp_already_exists',
    )
    const metadata_xml = IDP_METADATA.replace('https://idp.example/sso', 'javascript:alert(1)')
    for (const body of [
      { type: 'oidc' },
      { type: 'saml' },
      { type: 'saml', metadata_xml: '<a/>' },
      { type: 'saml', metadata_xml: `<a>${'<a/>'.repeat(20_000)}</a>` },
      { type: 'saml', metadata_xml },
    ]) {
      expect((await admin('POST', '', body)).status).toBe(400)
    }
    expect((await (await admin('PUT', `/${providerId}`, { disabled: true })).json()).disabled).toBe(true)
    const { error } = await auth.client({ address }).auth.signInWithSSO({ domain: 'company.example' })
    expect(error).toMatchObject({ status: 404, code: 'sso_provider_disabled' })
    expect((await admin('DELETE', `/${providerId}`)).status).toBe(200)
    expect((await admin('GET', `/${providerId}`)).status).toBe(404)
  })

  test('our own metadata names where answers go', async () => {
    const response = await auth.request('/sso/saml/metadata?download=true')
    expect(response.headers.get('content-disposition')).toContain('metadata.xml')
    expect(await response.text()).toContain(DESTINATION)
  })

  test('without SAML nothing of it exists', async () => {
    const plain = await authUnderTest(db)
    const response = await plain.request('/sso', { method: 'POST', headers: VERSION, body: 'not even JSON' })
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'saml_provider_disabled', message: 'SAML 2.0 is disabled' },
    ])
    await plain.close()
  })

  test('metadata at an address is read by the guarded way alone, and where it cannot be there is no provider', async () => {
    const created = await admin('POST', '', { type: 'saml', metadata_url: 'https://idp.example/metadata' })
    expect([created.status, (await created.json()).saml]).toMatchObject([
      201,
      { entity_id: expect.stringMatching(/^fetched-/), metadata_url: 'https://idp.example/metadata' },
    ])
    const inside = await admin('POST', '', { type: 'saml', metadata_url: 'https://10.0.0.1/metadata' })
    expect([inside.status, (await inside.json()).code]).toEqual([400, 'saml_metadata_fetch_failed'])
  })
})
