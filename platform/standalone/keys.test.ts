import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../config/parse.ts'
import { createTokens, legacyKey } from '../tokens.ts'
import { standaloneKeys } from './keys.ts'

const WELL_KNOWN_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'
const WELL_KNOWN_KEY = 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz'
const OWN_S3 = `[storage.s3_protocol]\naccess_key_id = "mine"\nsecret_access_key = "my secret"\n`

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'standalone-keys-'))
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  await writeFile(join(dataDir, 'own.json'), JSON.stringify([{ ...(await exportJWK(privateKey)), kid: 'own' }]))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const keysOf = (toml: string) =>
  standaloneKeys({
    config: parseConfig(toml).config,
    configFile: join(dataDir, 'config.toml'),
    dataDir,
    required: false,
  })

test('without secrets of its own a project has the keys of every local stack', async () => {
  const keys = await keysOf('')
  expect(keys).toMatchObject({ jwtSecret: WELL_KNOWN_SECRET, secret: WELL_KNOWN_KEY, warnings: [] })
  expect(keys.s3.access_key_id).toBe('625729a08b95bf1b7ff351a663f3a23c')
  expect((await keysOf(OWN_S3)).s3).toEqual({ access_key_id: 'mine', secret_access_key: 'my secret' })
  // A file that writes the defaults down has no secret of its own either.
  const written = await keysOf(`[auth]\njwt_secret = "${WELL_KNOWN_SECRET}"\n`)
  expect(written).toMatchObject({ secret: WELL_KNOWN_KEY, warnings: [] })
})

const OWN = {
  secret_key: `secret_key = "sb_secret_of_the_project_that_is_long_enough"`,
  jwt_secret: `jwt_secret = "a secret of the project that is long enough"`,
  signing_keys_path: `signing_keys_path = "./own.json"`,
}

test.each(
  Object.entries(OWN),
)('a project with its own %s is not opened by a key that everybody knows', async (_, own) => {
  const keys = await keysOf(`[auth]\n${own}\n`)
  expect(keys.secret).not.toBe(WELL_KNOWN_KEY)
  expect(keys.publishable).not.toBe('sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH')
  const tokens = await createTokens(keys)
  await expect(tokens.verify(await legacyKey('service_role', WELL_KNOWN_SECRET))).rejects.toThrow()
  expect(keys.s3.access_key_id).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.s3.access_key_id).not.toBe('625729a08b95bf1b7ff351a663f3a23c')
  expect(keys.s3.secret_access_key).toMatch(/^[0-9a-f]{64}$/)
  expect(keys.warnings).toEqual([])
  expect((await keysOf(`[auth]\n${own}\n${OWN_S3}`)).s3.access_key_id).toBe('mine')
  // The same again after a restart: clients keep their keys.
  expect(await keysOf(`[auth]\n${own}\n`)).toEqual(keys)
})

test('a well-known key that is written down beside an own secret is told', async () => {
  const { warnings } = await keysOf(`[auth]\njwt_secret = "${WELL_KNOWN_SECRET}"\n${OWN.signing_keys_path}\n`)
  expect(warnings).toEqual([expect.stringMatching(/^auth\.jwt_secret is that of every local stack.*: leave it out$/)])
})
