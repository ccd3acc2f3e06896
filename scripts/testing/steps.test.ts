import { expect, test, vi } from 'vitest'
import { playwright, runSteps, SetupError } from './steps.ts'

test('without a browser its tests fail with a sentence, and all others run', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const browser = playwright(() => {
    throw new SetupError('There is no Chromium')
  })
  const other = { name: 'others', run: async () => ({ passed: 3400, failed: 0, skipped: 0 }) }
  expect(await runSteps([browser, other])).toEqual({ passed: 3400, failed: 1, skipped: 0 })
  expect(said).toHaveBeenCalledExactlyOnceWith('There is no Chromium')
  log.mockRestore()
  said.mockRestore()
})
