import { expect, test, vi } from 'vitest'
import { hydrateForVisitor } from './hydrate-for-visitor.ts'

vi.mock('./hydrate.ts', () => ({ hydrate: vi.fn(async () => {}) }))

test('a sign of a visitor while the page is still arriving waits for the rest of it', async () => {
  const { hydrate } = await import('./hydrate.ts')
  const page = new EventTarget()
  const block = { textContent: '{"preload":[' }
  const document = { readyState: 'loading', getElementById: () => block, querySelector: () => null }
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const faults: unknown[] = []
  const onFault = (fault: unknown) => void faults.push(fault)
  // What a listener throws is told to the process, after its turn.
  process.on('uncaughtException', onFault)
  try {
    hydrateForVisitor()
    page.dispatchEvent(new Event('keydown'))
    await new Promise(setImmediate)
    expect(faults).toEqual([])
    expect(hydrate).not.toHaveBeenCalled()
    document.readyState = 'interactive'
    block.textContent = '{"preload":[]}'
    page.dispatchEvent(new Event('keydown'))
    expect(hydrate).toHaveBeenCalledExactlyOnceWith({ preload: [] })
  } finally {
    process.off('uncaughtException', onFault)
    vi.unstubAllGlobals()
  }
})

test('a pointer that rests where a page is laid out is no sign of a visitor before the page is painted', async () => {
  const { hydrate } = await import('./hydrate.ts')
  vi.mocked(hydrate).mockClear()
  const page = new EventTarget()
  const painted: object[] = []
  const block = { textContent: '{"preload":[]}' }
  vi.stubGlobal('document', { readyState: 'interactive', getElementById: () => block, querySelector: () => null })
  vi.stubGlobal('performance', { getEntriesByName: () => painted })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  try {
    hydrateForVisitor()
    page.dispatchEvent(new Event('pointermove'))
    expect(hydrate).not.toHaveBeenCalled()
    painted.push({})
    page.dispatchEvent(new Event('pointermove'))
    expect(hydrate).toHaveBeenCalledExactlyOnceWith({ preload: [] })
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a page that could not start for want of a connection is started by a later sign', async () => {
  const { hydrate } = await import('./hydrate.ts')
  vi.mocked(hydrate).mockClear()
  const failed = Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  vi.mocked(hydrate).mockReturnValueOnce(failed)
  const page = new EventTarget()
  const block = { textContent: '{"preload":[]}' }
  vi.stubGlobal('document', { readyState: 'interactive', getElementById: () => block, querySelector: () => null })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  try {
    hydrateForVisitor()
    page.dispatchEvent(new Event('keydown'))
    await failed.catch(() => {})
    await new Promise(setImmediate)
    page.dispatchEvent(new Event('online'))
    expect(hydrate).toHaveBeenCalledTimes(2)
    page.dispatchEvent(new Event('pointerdown'))
    expect(hydrate).toHaveBeenCalledTimes(2)
  } finally {
    vi.unstubAllGlobals()
  }
})
