const key = 'recent-searches'
const most = 6

/** What was searched for in this browser, newest first. It stays here: nothing of it is sent anywhere. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter((entry): entry is string => typeof entry === 'string' && entry.length <= 200).slice(0, most)
  } catch {
    return [] // storage is blocked, or holds something else
  }
}

export function rememberSearch(query: string): void {
  const others = recentSearches().filter((entry) => entry.toLowerCase() !== query.toLowerCase())
  write([query, ...others].slice(0, most))
}

export const clearSearches = (): void => write([])

function write(entries: readonly string[]): void {
  try {
    if (entries.length > 0) localStorage.setItem(key, JSON.stringify(entries))
    else localStorage.removeItem(key)
  } catch {
    // Without storage there are no recent searches; searching works all the same.
  }
}
