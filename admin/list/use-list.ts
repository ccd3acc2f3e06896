import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { changeListAddress, listKey, readListState } from './list-address.ts'
import { type Cursor, type ListDefinition, type ListState, PAGE_SIZE } from './list-definition.ts'

export interface List<Row> {
  state: ListState
  /** Changes the address. Typing replaces it; each other change is a step back. */
  change: (change: Partial<ListState>, options?: { replace?: boolean }) => void
  rows: readonly Row[]
  /** Whether there are more below; asking twice asks once. */
  hasMore: boolean
  loadMore: () => void
  isLoading: boolean
  isLoadingMore: boolean
  error: Error | null
  retry: () => void
  /** How many rows match, counted no further than the list's cap; null while unknown. */
  total: number | null
  /** Whether the list begins further down than its beginning. */
  isCut: boolean
  toBeginning: () => void
}

/** A list as its address describes it, read page by page after the last row that was seen. */
export function useList<Row>(definition: ListDefinition<Row>): List<Row> {
  const [address, setAddress] = useSearchParams()
  const state = readListState(address, definition)
  const key = listKey(state)
  // Where it began stays, though the address follows what is scrolled to: that is for whoever opens it next.
  const [origin, setOrigin] = useState({ key, at: state.at })
  if (origin.key !== key) setOrigin({ key, at: state.at })
  const start = origin.key === key ? origin.at : state.at
  const { search, filters, sort } = state

  const pages = useInfiniteQuery({
    queryKey: [definition.table, 'list', key, start],
    queryFn: ({ pageParam, signal }) =>
      definition.fetchPage({ search, filters, sort, after: pageParam, size: PAGE_SIZE, signal }),
    initialPageParam: start,
    getNextPageParam: (last): Cursor | undefined => {
      const row = last.at(-1)
      return row && last.length >= PAGE_SIZE ? definition.cursorOf(row, sort) : undefined
    },
    placeholderData: keepPreviousData,
    // A list that somebody comes back to is read anew from its first page; five hundred pages at once would be a flood.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const counted = useQuery({
    queryKey: [definition.table, 'count', JSON.stringify([search, filters, sort])],
    queryFn: ({ signal }) => definition.count({ search, filters, sort, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })

  const change: List<Row>['change'] = (changed, { replace = false } = {}) =>
    setAddress((before) => changeListAddress(before, definition, changed), { replace, preventScrollReset: true })
  return {
    state,
    change,
    rows: (pages.data?.pages ?? []).flat(),
    hasMore: pages.hasNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage()
    },
    isLoading: pages.isPending,
    isLoadingMore: pages.isFetchingNextPage,
    error: pages.error,
    retry: () => void pages.refetch(),
    total: counted.data ?? null,
    isCut: start !== null,
    toBeginning: () => {
      setOrigin({ key, at: null })
      change({ at: null }, { replace: true })
    },
  }
}
