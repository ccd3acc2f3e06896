import type { CachedPage } from './cached-page.ts'
import { pageKey } from './page-key.ts'

export interface FoundPage {
  key: string
  page: CachedPage
}

/**
 * The pages by key, bounded by bytes. The oldest goes first, unless it was used since it was last looked at: then it gets
 * one more round (CLOCK). An LRU would reorder its list at every hit, which is the measured path.
 */
export class PageStore {
  readonly #pages = new Map<string, CachedPage>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get size(): number {
    return this.#pages.size
  }

  get bytes(): number {
    return this.#bytes
  }

  /** By the target of a request, whose parameters may come in another order than the key's. */
  find(target: string): FoundPage | null {
    const direct = this.#pages.get(target)
    if (direct) return { key: target, page: direct }
    if (!target.includes('?')) return null
    const key = pageKey(target)
    const page = key === null ? undefined : this.#pages.get(key)
    return key !== null && page ? { key, page } : null
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key)
  }

  set(key: string, page: CachedPage): void {
    this.#remove(key)
    this.#pages.set(key, page)
    this.#bytes += page.bytes
    for (const [oldKey, old] of this.#pages) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldKey)
      if (!old.used) continue
      old.used = false
      this.#pages.set(oldKey, old)
      this.#bytes += old.bytes
    }
  }

  /** A stored page was changed in place: its bytes are counted anew. */
  resize(key: string, page: CachedPage, change: () => void): void {
    const before = page.bytes
    change()
    if (this.#pages.get(key) === page) this.#bytes += page.bytes - before
  }

  /** Marks the pages as outdated, all of them or those with a tag. */
  outdate(tag: string | null): void {
    for (const page of this.#pages.values()) if (tag === null || page.tags.includes(tag)) page.outdated = true
  }

  #remove(key: string): void {
    const old = this.#pages.get(key)
    if (!old) return
    this.#pages.delete(key)
    this.#bytes -= old.bytes
  }
}
