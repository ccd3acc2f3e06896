import { expect, test } from 'vitest'
import { type Command, matchingCommands } from './commands.ts'

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  group: 'Screens',
  for: 'editor',
  ...more,
})
const commands = [
  command('Retailer Products'),
  command('Products'),
  command('Product Monitoring'),
  command('Users', { for: 'admin' }),
]
const found = (typed: string, role: 'editor' | 'admin' = 'admin') =>
  matchingCommands(commands, typed, role).map(({ label }) => label)

test.each([
  ['', ['Retailer Products', 'Products', 'Product Monitoring', 'Users']],
  ['prod', ['Products', 'Product Monitoring', 'Retailer Products']],
  ['mon prod', ['Product Monitoring']],
  ['USERS', ['Users']],
  ['ducts', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels)
})

test('what a role may not use it does not find', () => {
  expect(found('users', 'editor')).toEqual([])
})
