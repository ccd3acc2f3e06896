import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { comparePath } from '#site/features/compare-choice/compared-ids.ts'
import { AsOfLine } from '#site/features/offer/as-of-line.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import * as styles from './compare.module.css'
import type { ComparedItem, CompareRow } from './compare-rows.ts'

interface CompareTableProps {
  items: readonly ComparedItem[]
  rows: readonly CompareRow[]
}

/** The items side by side, one property a row; on narrow screens the table is scrolled, and its first column stays. */
export function CompareTable({ items, rows }: CompareTableProps) {
  const ids = items.map(({ product }) => product.id)
  return (
    <>
      <AsOfLine offers={items.map(({ best }) => best)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard (WCAG 2.1.1) */}
      <section className={styles.scroll} aria-label="Comparison" tabIndex={0}>
        <table className={styles.table} data-part="compare">
          <caption className={layout.srOnly}>The items beside each other, one property in each row</caption>
          <thead>
            <tr>
              <td />
              {items.map(({ product }) => (
                <th key={product.id} scope="col">
                  <ProductImage src={product.image} widths={[160, 320, 480]} sizes="12rem" />
                  <a href={product.page} className={styles.name}>
                    {product.name}
                  </a>
                  <a href={comparePath(ids.filter((id) => id !== product.id))} className={controls.textLink}>
                    Remove<span className={layout.srOnly}> {product.name}</span>
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
                {items.map(({ product }, index) => (
                  <td key={product.id}>
                    <Lines lines={cells[index] ?? []} />
                    {lowest === index && <span className={controls.badge}>Lowest</span>}
                  </td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Buy</th>
              {items.map(({ product, best }) => (
                <td key={product.id}>
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
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return <span className={styles.unknown}>Not told</span>
  return lines.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ))
}
