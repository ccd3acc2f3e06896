import * as layout from '#design/layout.module.css'
import { formatDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import type { ShopHistory } from '../product-view.ts'
import * as styles from './price-history.module.css'

interface PriceHistoryProps {
  /** Where the button leads: its history stands first. */
  best: Pick<ShopHistory, 'id' | 'merchant'>
  histories: readonly ShopHistory[]
}

/**
 * How the price moved at the shop that the button leads to, and at the others by choice. The backend tells no earlier price
 * where a shop forbids it, and there is no line then.
 */
export function PriceHistory({ best, histories }: PriceHistoryProps) {
  if (histories.length === 0) return null
  const own = histories.find(({ id }) => id === best.id)
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className={styles.title}>
        How the price moved at {best.merchant}
      </h2>
      {own ? <Chart history={own} /> : <p className={styles.none}>We have no earlier price of this shop to show.</p>}
      {histories.map(
        (history) =>
          history !== own && (
            <details key={history.id} className={styles.other} data-part="other-history">
              <summary>How it moved at {history.merchant}</summary>
              <Chart history={history} />
            </details>
          ),
      )}
    </section>
  )
}

function Chart({ history }: { history: ShopHistory }) {
  const { merchant, currency, until, steps, low, high, path } = history
  const present = steps.at(-1)
  const money = (amount: number | undefined) => formatPrice(amount, currency)
  const since = steps[0]?.from
  return (
    <figure className={styles.priceHistory} data-part="price-history">
      <figcaption>
        At {merchant} since {formatDate(since)}: lowest {money(low)}, highest {money(high)}, now {money(present?.price)}
        .
      </figcaption>
      <div className={styles.chart} aria-hidden="true">
        <span className={styles.chartHigh}>{money(high)}</span>
        {low < high && <span className={styles.chartLow}>{money(low)}</span>}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" focusable="false" aria-hidden="true">
          <path className={styles.chartArea} d={`${path}V100H0Z`} />
          <path className={styles.chartLine} d={path} vectorEffect="non-scaling-stroke" />
        </svg>
        <span className={styles.chartFrom}>{formatDate(since)}</span>
        <span className={styles.chartUntil}>{formatDate(until)}</span>
      </div>
      <details className={styles.chartTable} data-part="chart-table">
        <summary>Show as a table</summary>
        <table>
          <caption className={layout.srOnly}>Prices at {merchant}, the latest first</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map((step) => (
              <tr key={step.from}>
                <th scope="row">
                  <time dateTime={step.from}>{formatDate(step.from)}</time>
                </th>
                <td>{money(step.price)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
