import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearSearches, recentSearches, rememberSearch } from './recent-searches.ts'

describe('recent searches', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('are kept newest first, each once, six at most', () => {
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'C']) rememberSearch(query)
    expect(recentSearches()).toEqual(['C', 'g', 'f', 'e', 'd', 'b'])
  })

  test('are forgotten on demand', () => {
    rememberSearch('rose')
    clearSearches()
    expect(recentSearches()).toEqual([])
  })

  test.each(['{', '{"a":1}', '[1, null, "rose"]'])('survive whatever stands under their key: %j', (text) => {
    localStorage.setItem('recent-searches', text)
    expect(recentSearches()).toEqual(text.includes('rose') ? ['rose'] : [])
  })

  test('do without storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked')
      },
    })
    rememberSearch('rose')
    expect(recentSearches()).toEqual([])
  })
})
