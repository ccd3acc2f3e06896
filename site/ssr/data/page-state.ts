import type { ShopQuery } from './query.ts'

/** What a page was rendered with, or read again: each query's data or its failure, by key. */
export type PageState = Record<string, { data: unknown } | { error: string } | { isFetching: true }>

export interface Answer<Data> {
  data?: Data
  error?: string
  isFetching?: boolean
}

export function answerOf<Data>(state: PageState, query: ShopQuery<Data>): Answer<Data> {
  const answer = state[query.key]
  if (!answer) return {}
  if (!('data' in answer)) return answer
  return readBy(query, answer.data) ? { data: answer.data } : {}
}

/** Whatever stands under a query's key was read by that query, on the server or here: that is what gives it its type. */
const readBy = <Data>(_query: ShopQuery<Data>, _data: unknown): _data is Data => true
