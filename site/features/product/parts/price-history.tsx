import * as layout from '#design/layout.module.css'
import { formatDate } from '#domain/dates.ts'
import { formatPrice } from '#domain/money.ts'
import type { ShopHistory } from '../product-view.ts'
import * as styles from './price-history.module.css'

/** How the price moved at a shop. The backend tells no earlier price where the shop forbids it, and there is no line then. */
export function PriceHistory({ history }: { history: ShopHistory }) {
  const { merchant, currency, until, steps, low, high, path } = history
  const present = steps.at(-1)
  const money = (amount: number | undefined) => formatPrice(amount, currency)
  const since = steps[0]?.from
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className={styles.title}>
        How the price moved at {merchant}
      </h2>
      <figure className={styles.priceHistory} data-part="price-history">
        <figcaption>
          At {merchant} since {formatDate(since)}: lowest {money(low)}, highest {money(high)}, now{' '}
          {money(present?.price)}.
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
    </section>
  )
}
