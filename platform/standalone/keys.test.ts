import { expect, test } from 'vitest'
import { parseConfig } from '../config/parse.ts'
import { standaloneS3Key } from './keys.ts'

const keyOf = (toml: string) => standaloneS3Key(parseConfig(toml).config)
const OWN = `[storage.s3_protocol]\naccess_key_id = "mine"\nsecret_access_key = "my secret"\n`

test('without keys of its own a project has the S3 key of every local stack', () => {
  expect(keyOf('')?.access_key_id).toBe('625729a08b95bf1b7ff351a663f3a23c')
  expect(keyOf(OWN)).toEqual({ access_key_id: 'mine', secret_access_key: 'my secret' })
})

test.each([
  'secret_key',
  'jwt_secret',
])('a project with its own %s is not opened by the S3 key that everybody knows', (name) => {
  const own = `[auth]\n${name} = "a secret of the project that is long enough"\n`
  expect(keyOf(own)).toBeNull()
  expect(keyOf(`${own}${OWN}`)?.access_key_id).toBe('mine')
})
