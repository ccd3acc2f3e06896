import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without arguments everything is left to config.toml and its defaults', () => {
  expect(readOptions([])).toEqual({
    configFile: null,
    host: '127.0.0.1',
    port: null,
    publicUrl: null,
    dataDir: null,
    databaseUrl: null,
    dbPort: null,
    migrationDirs: [],
    seedFiles: [],
    functionsDir: null,
    skipExtensions: [],
    tokenRoles: [],
    requireApiKey: false,
    servicePorts: {},
    verbose: false,
  })
})

test('folders and seeds repeat, service ports come as a list or one by one', () => {
  const options = readOptions(
    '--migrations a --migrations b --seed s.sql --service-ports rest=3000,auth=9999 --service-ports storage=0'.split(
      ' ',
    ),
  )
  expect(options).toMatchObject({ migrationDirs: ['a', 'b'], seedFiles: ['s.sql'] })
  expect(options.servicePorts).toEqual({ rest: 3000, auth: 9999, storage: 0 })
})

test('every bad argument is named at once, and the options are shown', () => {
  const bad = '--port many --service-ports mail=25,rest=x --database-url postgres://x/y --db-port 1'.split(' ')
  expect(() => readOptions(bad)).toThrow(
    /--port must be a port number.*\n--service-ports knows auth, rest, .*, not mail\n--service-ports rest must be .*\n--db-port is for the embedded database.*\n\nnpm run platform/,
  )
})

test('an option that does not exist is refused', () => {
  expect(() => readOptions(['--colour', 'red'])).toThrow(/--colour/)
})
