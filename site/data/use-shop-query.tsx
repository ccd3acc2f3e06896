import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { type Answer, answerOf, type PageState } from './page-state.ts'
import { failureOf, type ShopQuery } from './shop.ts'

const PageStateContext = createContext<PageState>({})

/** Hands a page's loaded data to the blocks in it. */
export const PageData = ({ state, children }: { state: PageState; children: ReactNode }) => (
  <PageStateContext value={state}>{children}</PageStateContext>
)

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
  const loaded = useContext(PageStateContext)
  const [own, setOwn] = useState<Answer<Data> & { of: PageState; key: string; isFetching: boolean }>()
  const mine = own?.of === loaded && own.key === query.key ? own : undefined // a new page's data is newer
  const answer = mine ?? answerOf(loaded, query)

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the screens say 'Check console for details' (specification, 4.2)
    if (answer.error !== undefined) console.error(`${query.key}: ${answer.error}`)
  }, [answer.error, query.key])

  const refetch = async () => {
    const asked = { of: loaded, key: query.key }
    setOwn({ ...asked, isFetching: true })
    try {
      const { readAgain } = await import('./query-cache.ts')
      setOwn({ ...asked, isFetching: false, data: await readAgain(query) })
    } catch (error) {
      setOwn({ ...asked, isFetching: false, error: failureOf(query, error instanceof Error ? error.message : null) })
    }
  }

  return {
    data: answer.data,
    error: answer.error,
    isFetching: mine?.isFetching ?? false,
    refetch: () => void refetch(),
  }
}
