import { expect, test } from 'vitest'
import { misspelt } from './config.ts'

test.each([
  ['PROT', 'PORT'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['log_level', 'LOG_LEVEL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
])('%s is told, with %s as what was meant', (name, meant) => {
  expect(misspelt({ [name]: 'x' })).toEqual([`${name} is no setting and has no effect. Did you mean ${meant}?`])
})

test('what machines have in their environments anyway is not', () => {
  const usual = ['HOME', 'PATH', 'PWD', 'SHELL', 'USER', 'LANG', 'HOSTNAME', 'HOSTTYPE', 'TERM', 'TMPDIR', 'NODE_ENV']
  const more = ['XDG_DATA_DIRS', 'LOGNAME', 'SHLVL', 'MAIL', 'npm_config_port', 'PORT', 'POSTGRES_PASSWORD', 'SSH_TTY']
  expect(misspelt(Object.fromEntries([...usual, ...more].map((name) => [name, 'x'])))).toEqual([])
})
