import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTokens } from '#platform/testing'
import { readSecrets } from './secrets.ts'

const none = { publishable: null, secret: null, jwtSecret: null }

describe('the keys', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'secrets-'))
    await mkdir(join(dataDir, 'other'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  test('are generated once, kept, and readable by their owner only', async () => {
    const first = await readSecrets({ dataDir, keys: none })
    expect(await readSecrets({ dataDir, keys: none })).toEqual(first)
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(first.publishableKey).toMatch(/^sb_publishable_/)
    expect(first.secretKey).toMatch(/^sb_secret_/)
  })

  test('differ between two data folders', async () => {
    const one = await readSecrets({ dataDir, keys: none })
    const two = await readSecrets({ dataDir: join(dataDir, 'other'), keys: none })
    expect(two.secretKey).not.toBe(one.secretKey)
  })

  test('given by the settings win over the kept ones', async () => {
    await readSecrets({ dataDir, keys: none })
    const given = await readSecrets({ dataDir, keys: { ...none, publishable: 'sb_publishable_given' } })
    expect(given.publishableKey).toBe('sb_publishable_given')
  })

  test('are the same on two machines that were given one JWT secret', async () => {
    const keys = { ...none, jwtSecret: 'a shared secret of more than 32 characters' }
    const one = await readSecrets({ dataDir, keys })
    expect(await readSecrets({ dataDir: join(dataDir, 'other'), keys })).toEqual(one)
  })

  test('sign tokens that the platform verifies', async () => {
    const { jwtSecret, signingKey } = await readSecrets({ dataDir, keys: none })
    const tokens = await createTokens({ jwtSecret, signingKeys: [signingKey] })
    const claims = await tokens.verify(await tokens.sign({ role: 'authenticated' }))
    expect(claims.role).toBe('authenticated')
  })

  test('in a damaged file stop the start instead of being replaced silently', async () => {
    await readSecrets({ dataDir, keys: none })
    const path = join(dataDir, 'secrets.json')
    await writeFile(path, (await readFile(path, 'utf8')).slice(0, 40))
    await expect(readSecrets({ dataDir, keys: none })).rejects.toThrow(/damaged/)
  })
})
