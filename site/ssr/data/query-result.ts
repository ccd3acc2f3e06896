/** What a query gave, as a loader sends it to its page: the data, or what is said of the failure. */
export type QueryResult<Data> = { data: Data } | { error: string }

/** The data of a result; undefined when the query failed, and when the page's loader left it out. */
export const dataOf = <Data>(result: QueryResult<Data> | null | undefined): Data | undefined =>
  result && 'data' in result ? result.data : undefined
