import { expect, test } from 'vitest'
import { aloneOnRoles } from './api-logins.ts'

const refusal = (message: string, code: string) => Object.assign(new Error(message), { code })

test.each([
  refusal('tuple concurrently updated', 'XX000'),
  refusal('duplicate key value violates unique constraint "pg_db_role_setting_databaseid_rol_index"', '23505'),
])('a change of a role that meets another process’s is made again: %s', async (race) => {
  const races = [race, race]
  let changes = 0
  await aloneOnRoles(async () => {
    changes += 1
    const met = races.pop()
    if (met) throw met
  })
  expect(changes).toBe(3)
})

test('a change of a role that is refused is not made again', async () => {
  let changes = 0
  const change = async () => {
    changes += 1
    throw refusal('permission denied', '42501')
  }
  await expect(aloneOnRoles(change)).rejects.toThrow('permission denied')
  expect(changes).toBe(1)
})
