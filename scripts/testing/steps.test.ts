import { expect, test, vi } from 'vitest'
import { playwright, runSteps, SetupError } from './steps.ts'

test('without a browser its tests fail with a sentence, and all others run', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const browser = playwright(() => {
    throw new SetupError('There is no Chromium')
  })
  const other = { name: 'others', run: async () => ({ passed: 3400, failed: 0, skipped: 0 }) }
  expect(await runSteps([browser, other])).toEqual({
    passed: 3400,
    failed: 1,
    skipped: 0,
    failures: ['playwright: see above'],
  })
  expect(said).toHaveBeenCalledExactlyOnceWith('There is no Chromium')
  log.mockRestore()
  said.mockRestore()
})

test('steps beside one another are each shown whole, and counted together', async () => {
  const shown: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void shown.push(line.trim()))
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => shown.push(`${text}`) > 0)
  const { promise: secondIsDone, resolve } = Promise.withResolvers<void>()
  const counts = { passed: 2, failed: 1, skipped: 0, failures: [{ place: 'a.test.ts › breaks', reason: 'No' }] }
  const first = {
    name: 'first',
    async run(output?: (chunk: Buffer) => void) {
      output?.(Buffer.from('begins'))
      await secondIsDone
      output?.(Buffer.from(', ends'))
      return counts
    },
  }
  const second = {
    name: 'second',
    async run(output?: (chunk: Buffer) => void) {
      output?.(Buffer.from('is short'))
      resolve()
      return counts
    },
  }
  expect(await runSteps([[[first], [second]]])).toEqual({
    passed: 4,
    failed: 2,
    skipped: 0,
    failures: ['second: a.test.ts › breaks: No', 'first: a.test.ts › breaks: No'],
  })
  log.mockRestore()
  write.mockRestore()
  const summaries = shown.map((line) => line.replace(/ in \d+ s$/, ''))
  expect(summaries).toEqual([
    '── second',
    'is short',
    '── second: 2 passed, 1 failed',
    '── first',
    'begins, ends',
    '── first: 2 passed, 1 failed',
  ])
})

test('the steps of a lane run one after the other, beside those of the next lane', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  const order: string[] = []
  const gates = new Map(['checks', 'build', 'pages'].map((name) => [name, Promise.withResolvers<void>()]))
  const step = (name: string, opens?: string) => ({
    name,
    async run() {
      order.push(name)
      if (opens) gates.get(opens)?.resolve()
      await gates.get(name)?.promise
      order.push(`${name} ends`)
      return { passed: 1, failed: 0, skipped: 0 }
    },
  })
  // `checks` ends only once `pages` of the other lane has begun, and `pages` only once `types` has.
  const lanes = [
    [step('checks'), step('types', 'pages')],
    [step('build', 'build'), step('pages', 'checks')],
  ]
  const counts = await runSteps([lanes, step('last')])
  log.mockRestore()
  write.mockRestore()
  expect(counts).toMatchObject({ passed: 5, failed: 0, failures: [] })
  const at = (name: string) => order.indexOf(name)
  expect(at('types')).toBeGreaterThan(at('checks ends'))
  expect(at('pages')).toBeGreaterThan(at('build ends'))
  expect(order.slice(-2)).toEqual(['last', 'last ends'])
})
