import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Answer, answerOf, type PageState } from './page-state.ts'
import { failureOf, type ShopQuery } from './query.ts'

/** A page's answers, and how to put another in the place of one. */
const PageContext = createContext<{ state: PageState; note: (answer: PageState) => void }>({
  state: {},
  note: () => undefined,
})

/** Hands a page's loaded data to the blocks in it; what is read again reaches every block that shows it. */
export function PageData({ state, children }: { state: PageState; children: ReactNode }) {
  const [own, setOwn] = useState({ of: state, answers: state })
  // A new page's data is newer, and an answer to the page before comes too late.
  if (own.of !== state) setOwn({ of: state, answers: state })
  const note = (answer: PageState) =>
    setOwn((now) => (now.of === state ? { of: state, answers: { ...now.answers, ...answer } } : now))
  return <PageContext value={{ state: own.of === state ? own.answers : state, note }}>{children}</PageContext>
}

export interface ShopAnswer<Data> extends Answer<Data> {
  isFetching: boolean
  /** Reads it again from the browser; failures are retried before they are shown. */
  refetch: () => void
}

/**
 * A query's answer as the page came with it. The query cache and its client (20 kB) are fetched the first time a visitor
 * asks for something again; most visits never do.
 */
export function useShopQuery<Data>(query: ShopQuery<Data>): ShopAnswer<Data> {
  const { state, note } = useContext(PageContext)
  const { data, error, isFetching = false } = answerOf(state, query)

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the screens say 'Check console for details' (specification, 4.2)
    if (error !== undefined) console.error(`${query.key}: ${error}`)
  }, [error, query.key])

  const refetch = async () => {
    note({ [query.key]: { isFetching: true } })
    try {
      const { readAgain } = await import('./query-cache.ts')
      note({ [query.key]: { data: await readAgain(query) } })
    } catch (failure) {
      note({ [query.key]: { error: failureOf(query, failure instanceof Error ? failure.message : null) } })
    }
  }

  return { data, error, isFetching, refetch: () => void refetch() }
}
