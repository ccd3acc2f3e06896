import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { safeAddress } from '#domain/safe-address.ts'
import { isOfKind, storeKinds } from '#domain/shopify-kinds.ts'
import { emptyText, hintsFor, mobileTip } from '#domain/shopify-texts.ts'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { Section } from '../../ui/section.tsx'
import * as styles from './store.module.css'
import { type StoreCard, storeCollections, storeProducts } from './store-queries.ts'

/** What the Shopify store holds, as its own service tells it: nothing here is stored. */
export function Component() {
  return (
    <>
      <title>Shopify Store | Admin Dashboard</title>
      <h1 className={page.title}>Shopify Store</h1>
      <Section title="Products of the store">
        <StoreGrid />
      </Section>
    </>
  )
}

function StoreGrid() {
  const [address, setAddress] = useSearchParams()
  const [retries, setRetries] = useState(0)
  const collection = address.get('collection') || null
  const products = useQuery(storeProducts(collection))
  const collections = useQuery(storeCollections)
  const title = collections.data?.find(({ handle }) => handle === collection)?.title ?? collection
  const brand = address.get('brand')
  const kind = storeKinds.find(({ id }) => id === address.get('type'))?.id ?? null
  const shown = products.data?.filter(
    (card) =>
      (!brand || card.merchant_name === brand) && (!kind || isOfKind({ ...card, name: card.product_name }, kind)),
  )
  const isNarrowed = collection !== null || brand !== null || kind !== null
  const retry = () => {
    setRetries((before) => before + 1)
    void products.refetch()
    if (collections.error) void collections.refetch()
  }
  return (
    <div className={styles.store}>
      <StoreFilters
        address={address}
        onChange={setAddress}
        collections={collections.data ?? []}
        brands={[...new Set((products.data ?? []).map(({ merchant_name }) => merchant_name))].toSorted()}
      />
      {products.isFetching && !products.data ? (
        <p role="status">Loading products...</p>
      ) : products.error ? (
        <StoreFailure
          message={products.error.message}
          collection={collection}
          available={(collections.data ?? []).map((it) => it.title)}
          retries={retries}
          onRetry={retry}
        />
      ) : shown && shown.length > 0 ? (
        <>
          <p role="status" className={controls.hint}>
            {shown.length} {shown.length === 1 ? 'product' : 'products'}
          </p>
          <ul className={styles.grid}>
            {shown.map((card) => (
              <Card key={card.id} card={card} />
            ))}
          </ul>
        </>
      ) : (
        <p role="status">{emptyText(isNarrowed, title)}</p>
      )}
      {isNarrowed && !products.isFetching && (
        <p>
          <button type="button" className={controls.button} data-quiet="" onClick={() => setAddress({})}>
            Clear Filters
          </button>
        </p>
      )}
    </div>
  )
}

interface StoreFiltersProps {
  address: URLSearchParams
  onChange: (next: URLSearchParams) => void
  collections: readonly { handle: string; title: string }[]
  brands: readonly string[]
}

function StoreFilters({ address, onChange, collections, brands }: StoreFiltersProps) {
  const set = (key: string, value: string) => {
    const next = new URLSearchParams(address)
    if (value) next.set(key, value)
    else next.delete(key)
    onChange(next)
  }
  const choices = [
    ['collection', 'Collection', 'All Collections', collections.map(({ handle, title }) => [handle, title] as const)],
    ['brand', 'Brand', 'All Brands', brands.map((brand) => [brand, brand] as const)],
    ['type', 'Kind', 'All kinds', storeKinds.map(({ id, label }) => [id, label] as const)],
  ] as const
  return (
    <div className={styles.filters}>
      {choices.map(([key, label, all, options]) => {
        const value = address.get(key) ?? ''
        const known = options.some(([option]) => option === value)
        return (
          <label key={key} className={controls.field}>
            <span className={controls.label}>{label}</span>
            <select
              className={controls.input}
              value={value}
              onChange={({ currentTarget }) => set(key, currentTarget.value)}
            >
              <option value="">{all}</option>
              {value && !known && <option value={value}>{value}</option>}
              {options.map(([option, word]) => (
                <option key={option} value={option}>
                  {word}
                </option>
              ))}
            </select>
          </label>
        )
      })}
    </div>
  )
}

const Card = ({ card }: { card: StoreCard }) => (
  <li className={styles.card}>
    {card.image_url && safeAddress(card.image_url) && (
      <img src={card.image_url} alt="" width="240" height="240" loading="lazy" />
    )}
    <a className={controls.link} href={safeAddress(card.affiliate_link) ?? undefined} target="_blank" rel="noreferrer">
      {card.product_name}
    </a>
    <span className={controls.hint}>
      {card.merchant_name} · {card.category}
    </span>
    <strong>{formatPrice(card.price, card.currency) ?? priceUnavailable}</strong>
  </li>
)

interface StoreFailureProps {
  message: string
  collection: string | null
  available: readonly string[]
  retries: number
  onRetry: () => void
}

const StoreFailure = ({ message, collection, available, retries, onRetry }: StoreFailureProps) => (
  <div className={styles.failure} role="alert">
    <h3>Error loading Shopify products</h3>
    <p>{message}</p>
    <dl className={page.facts}>
      <dt>Requested collection</dt>
      <dd>{collection ?? 'All Collections'}</dd>
      <dt>Available collections</dt>
      <dd>{available.join(', ') || 'None could be read'}</dd>
    </dl>
    <ul>
      {hintsFor(message, collection).map((hint) => (
        <li key={hint}>{hint}</li>
      ))}
    </ul>
    <p className={styles.tip}>{mobileTip(message)}</p>
    <p>
      <button type="button" className={controls.button} onClick={onRetry}>
        Retry
      </button>
    </p>
    {retries > 0 && <p>Tried again {retries === 1 ? 'once' : `${retries} times`}.</p>}
  </div>
)
