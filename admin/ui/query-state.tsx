import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as controls from './controls.module.css'
import * as styles from './section.module.css'

interface QueryStateProps<Row> {
  query: UseQueryResult<readonly Row[]>
  /** The words before a failure's own. */
  failure: string
  empty: string
  children: (rows: readonly Row[]) => ReactNode
}

/** The four states of a list: loading, failed with a way to try again, empty, loaded. */
export function QueryState<Row>({ query, failure, empty, children }: QueryStateProps<Row>) {
  if (query.data && query.data.length > 0) return children(query.data)
  if (query.data) return <p className={styles.state}>{empty}</p>
  if (query.error) {
    return (
      <p className={styles.state} data-kind="error" role="alert">
        {failure}: {query.error.message}{' '}
        <button type="button" className={controls.link} onClick={() => void query.refetch()}>
          Try again
        </button>
      </p>
    )
  }
  return (
    <p className={styles.state} role="status">
      Loading...
    </p>
  )
}
