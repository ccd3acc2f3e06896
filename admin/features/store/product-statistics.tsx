import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { formatAsOf } from '#domain/dates.ts'
import * as controls from '../../ui/controls.module.css'
import { Section } from '../../ui/section.tsx'
import * as styles from './store.module.css'
import { NoStoreError, productStatistics, storeConnection } from './store-connection.ts'

/** How many products came from where, and whether the Shopify store answers. */
export function ProductStatistics() {
  const query = useQuery(productStatistics)
  const figures = query.data
  return (
    <Section title="Product Statistics" note="Products that are listed, by their source">
      <div className={styles.statistics}>
        {figures ? (
          <dl className={styles.figures}>
            <Figure label="All" note="Amazon, Awin and CJ" count={figures.all} to="/products" />
            <Figure label="Amazon" count={figures.amazonProducts} to="/products?source=amazon" />
            <Figure label="Awin" count={figures.awinProducts} to="/products?source=awin" />
            <Figure label="CJ Affiliate" count={figures.cjProducts} to="/products?source=cj" />
            <Figure label="Shopify" count={figures.shopifyProducts} to="/products?source=shopify" />
            <Figure label="Others" note="Sovrn and by hand" count={figures.others} to="/products" />
          </dl>
        ) : (
          <p role={query.error ? 'alert' : 'status'}>
            {query.error ? `Error loading statistics: ${query.error.message}` : 'Loading...'}
          </p>
        )}
        <p className={controls.hint}>
          {figures &&
            (figures.lastUpdated ? `Last updated ${formatAsOf(figures.lastUpdated)}` : 'Nothing was imported yet')}
        </p>
        <Connection />
      </div>
    </Section>
  )
}

const Figure = ({ label, note, count, to }: { label: string; note?: string; count: number; to: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Link className={controls.link} to={to}>
        {count.toLocaleString('en-US')}
      </Link>
    </dd>
    {note && <dd className={controls.hint}>{note}</dd>}
  </div>
)

const STATES = {
  loading: { word: 'Testing', tone: 'blue' },
  connected: { word: 'Connected', tone: 'green' },
  error: { word: 'Error', tone: 'red' },
  absent: { word: 'Not set up', tone: undefined },
}

function Connection() {
  const query = useQuery(storeConnection)
  const test = async () => {
    const { error } = await query.refetch()
    toast(
      error ? 'error' : 'success',
      error ? `Shopify connection test failed: ${error.message}` : 'Shopify connection test successful',
    )
  }
  const state =
    STATES[
      query.isFetching
        ? 'loading'
        : query.error instanceof NoStoreError
          ? 'absent'
          : query.error
            ? 'error'
            : 'connected'
    ]
  return (
    <div className={styles.connection}>
      <span>Shopify store</span>
      <span className={controls.badge} role="status" data-tone={state.tone}>
        {state.word}
      </span>
      {!query.isFetching && query.error && <span className={controls.hint}>{query.error.message}</span>}
      <button
        type="button"
        className={controls.link}
        aria-disabled={query.isFetching}
        onClick={() => !query.isFetching && void test()}
      >
        Test connection
      </button>
      <Link className={controls.link} to="/shopify">
        Products of the store
      </Link>
    </div>
  )
}
