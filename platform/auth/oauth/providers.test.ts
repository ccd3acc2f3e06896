import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../config/schema.ts'
import { createProviders } from './registry.ts'

/** Answers of the real APIs, shortened to what matters. */
const ANSWERS: Record<string, unknown> = {
  'https://api.github.com/user': {
    id: 583231,
    login: 'octocat',
    name: 'The Octocat',
    avatar_url: 'https://avatars.githubusercontent.com/u/583231',
  },
  'https://api.github.com/user/emails': [
    { email: 'old@example.com', primary: false, verified: true, visibility: null },
    { email: 'Octo@Example.com', primary: true, verified: true, visibility: 'private' },
  ],
  'https://gitlab.com/api/v4/user': {
    id: 7,
    email: 'tanuki@example.com',
    name: 'Tanuki',
    username: 'tanuki',
    avatar_url: null,
    confirmed_at: null,
  },
  'https://discord.com/api/users/@me': {
    id: '80351110224678912',
    username: 'nelly',
    global_name: 'Nelly',
    email: 'nelly@example.com',
    verified: true,
    avatar: '8342729096ea3675442027381ff50dfe',
  },
  'https://graph.facebook.com/v21.0/me': {
    id: '10158',
    name: 'Jo March',
    email: 'jo@example.com',
    picture: { data: { url: 'https://platform-lookaside.fbsbx.com/x', width: 50, height: 50, is_silhouette: false } },
  },
  'https://api.x.com/2/users/me': { data: { id: '2244994945', name: 'X Dev', username: 'xdev' } },
  'https://graph.microsoft.com/oidc/userinfo': { sub: 'AAAA', name: 'Ada', email: 'ada@contoso.example' },
}

const asked: string[] = []
const fakeFetch: typeof fetch = async (input) => {
  const url = new URL(String(input))
  asked.push(url.href)
  const answer = ANSWERS[`${url.origin}${url.pathname}`]
  return answer ? Response.json(answer) : new Response('unknown request', { status: 404 })
}

async function profileFrom(name: string, idClaims: Record<string, unknown> = {}, callback = '') {
  const external = { [name]: { enabled: true, client_id: 'id', secret: 'secret' } }
  const provider = createProviders(configSchema.parse({ auth: { external } }).auth, fakeFetch).get(name)
  if (!provider) throw new Error(`${name} is not there`)
  const server = name === 'apple' ? { issuer: 'https://appleid.apple.com' } : await provider.server()
  return provider.profile({
    server,
    client: { client_id: 'id' },
    accessToken: 'token',
    idClaims,
    callback: new URLSearchParams(callback),
    http: {
      [customFetch]: (url, init) => fakeFetch(url, init),
      [allowInsecureRequests]: false,
      signal: () => AbortSignal.timeout(1000),
    },
  })
}

describe('what each provider says of a visitor', () => {
  test('github: the primary address, verified', async () => {
    expect(await profileFrom('github')).toMatchObject({
      subject: '583231',
      email: 'Octo@Example.com',
      emailVerified: true,
      claims: { full_name: 'The Octocat', user_name: 'octocat' },
    })
  })

  test('gitlab: an address that was never confirmed is not verified', async () => {
    expect(await profileFrom('gitlab')).toMatchObject({
      subject: '7',
      email: 'tanuki@example.com',
      emailVerified: false,
    })
  })

  test('discord', async () => {
    expect(await profileFrom('discord')).toMatchObject({
      subject: '80351110224678912',
      email: 'nelly@example.com',
      emailVerified: true,
      claims: { full_name: 'Nelly', avatar_url: expect.stringContaining('/80351110224678912/') },
    })
  })

  test('facebook: asked with the app’s proof', async () => {
    expect(await profileFrom('facebook')).toMatchObject({
      subject: '10158',
      email: 'jo@example.com',
      emailVerified: true,
    })
    expect(asked.at(-1)).toMatch(/appsecret_proof=[0-9a-f]{64}/)
  })

  test.each(['twitter', 'x'])('%s: without a confirmed address there is none', async (name) => {
    expect(await profileFrom(name)).toMatchObject({ subject: '2244994945', email: '', emailVerified: false })
  })

  test('azure: an address of a tenant proves nothing', async () => {
    expect(await profileFrom('azure')).toMatchObject({
      subject: 'AAAA',
      email: 'ada@contoso.example',
      emailVerified: false,
    })
  })

  test('apple: booleans as text, and the name from the first callback', async () => {
    const user = encodeURIComponent(JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } }))
    const claims = { sub: '001.a', email: 'ada@privaterelay.appleid.com', email_verified: 'true' }
    expect(await profileFrom('apple', claims, `user=${user}`)).toMatchObject({
      subject: '001.a',
      emailVerified: true,
      claims: { full_name: 'Ada Lovelace' },
    })
    expect((await profileFrom('apple', claims, 'user=%7Bbroken')).claims).not.toHaveProperty('name')
  })
})
