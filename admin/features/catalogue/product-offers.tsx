import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAsOf } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import * as controls from '../../ui/controls.module.css'
import { OuterLink } from '../../ui/outer-link.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { type Offer, productOffers } from './offers-queries.ts'
import { AVAILABILITIES } from './product-choices.ts'
import type { Product } from './product-queries.ts'

/** Every merchant's offer of the product, its past prices, and the runs that read them; asked for when it is opened. */
export function ProductOffers({ product }: { product: Product }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Offers, past prices and runs</summary>
      {isOpen && <Opened product={product} />}
    </details>
  )
}

function Opened({ product: { id, delisted_at } }: { product: Product }) {
  const { data, error } = useQuery(productOffers(id))
  if (error) return <p className={controls.error}>{`Error loading the offers: ${error.message}`}</p>
  if (!data) return <p role="status">Loading...</p>
  return (
    <>
      {delisted_at ? (
        <p className={controls.hint}>The product is not in the shop, so nothing is compared with it.</p>
      ) : (
        <Offers offers={data.offers} of={id} />
      )}
      {data.prices.length === 0 ? (
        <p className={controls.hint}>No other price has been read before.</p>
      ) : (
        <ScrollTable label="Past prices">
          <thead>
            <tr>
              <th scope="col">Price</th>
              <th scope="col">From</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {data.prices.map(({ observed_from, observed_until, price, currency }) => (
              <tr key={observed_from}>
                <td>{formatPrice(price, currency) ?? 'No price'}</td>
                <td>{formatAsOf(observed_from)}</td>
                <td>{formatAsOf(observed_until)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </>
  )
}

const wordOf = (availability: string) =>
  AVAILABILITIES.find(({ value }) => value === availability)?.label ?? availability

const Offers = ({ offers, of }: { offers: readonly Offer[]; of: number }) => (
  <ScrollTable label="Offers">
    <thead>
      <tr>
        <th scope="col">Merchant</th>
        <th scope="col">Price</th>
        <th scope="col">Availability</th>
        <th scope="col">Last run</th>
      </tr>
    </thead>
    <tbody>
      {offers.map(({ id, merchant_name, price, currency, availability, feed_id, run, merchant_url }) => (
        <tr key={id}>
          <td>
            {id === of ? (
              merchant_name
            ) : (
              <Link className={controls.link} to={`/products?edit=${id}`}>
                {merchant_name}
              </Link>
            )}{' '}
            {merchant_url && (
              <>
                (<OuterLink href={merchant_url}>{`its page at ${merchant_name}, not tracked`}</OuterLink>)
              </>
            )}
          </td>
          <td>{formatPrice(price, currency) ?? 'No price'}</td>
          <td>{wordOf(availability)}</td>
          <td>
            {run ? (
              <Link className={controls.link} to={`/feeds/runs/${run.id}`} aria-label={`Last run of ${merchant_name}`}>
                {formatAsOf(run.checked_at)}
              </Link>
            ) : (
              (feed_id === null && 'By hand') || 'Not known'
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </ScrollTable>
)
