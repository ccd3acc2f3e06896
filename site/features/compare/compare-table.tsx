import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { comparePath } from '#site/features/compare-choice/compared-ids.ts'
import { AsOfLine } from '#site/features/offer/as-of-line.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import * as styles from './compare.module.css'
import type { ComparedItem, ComparedPlace, CompareRow } from './compare-rows.ts'

interface CompareTableProps {
  places: readonly ComparedPlace[]
  rows: readonly CompareRow[]
}

/** The items side by side, one property a row; on narrow screens the table is scrolled, and its first column stays. */
export function CompareTable({ places, rows }: CompareTableProps) {
  const ids = places.map(({ id }) => id)
  return (
    <>
      <AsOfLine offers={places.flatMap(({ item }) => item?.best ?? [])} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard (WCAG 2.1.1) */}
      <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
        <table className={styles.table} data-part="compare">
          <caption className={layout.srOnly}>The items beside each other, one property in each row</caption>
          <thead>
            <tr>
              <td />
              {places.map(({ id, item }) => (
                <th key={id} scope="col">
                  <ProductImage src={item?.product.image ?? null} widths={[160, 320, 480]} sizes="12rem" />
                  {item ? (
                    <a href={item.product.page} className={styles.name}>
                      {item.product.name}
                    </a>
                  ) : (
                    <span className={styles.name}>Product {id} could not be loaded</span>
                  )}
                  <a href={comparePath(ids.filter((other) => other !== id))} className={controls.textLink}>
                    Remove<span className={layout.srOnly}> {item?.product.name ?? `product ${id}`}</span>
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells, differs, lowest }) => (
              <tr key={label} data-differs={differs || undefined}>
                <th scope="row">
                  {label}
                  {differs && <span className={styles.differs}>Differs</span>}
                </th>
                {places.map(({ id }, index) => (
                  <td key={id}>
                    <Lines lines={cells[index] ?? []} />
                    {lowest === index && <span className={controls.badge}>Lowest</span>}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Buy</th>
              {places.map(({ id, item }) => (
                <td key={id}>{item && <BuyLink item={item} />}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}

const BuyLink = ({ item: { product, best } }: { item: ComparedItem }) => (
  <OutboundLink
    href={best.link}
    merchant={best.merchant}
    product={product.name}
    productId={best.id}
    slot="compare"
    source={best.source}
    className={styles.out}
  >
    {best.soldOut ? `Sold out at ${best.merchant}` : undefined}
  </OutboundLink>
)

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <span className={styles.unknown}>Not told</span>
  return lines.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ))
}
