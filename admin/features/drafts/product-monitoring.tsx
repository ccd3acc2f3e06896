import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#domain/dates.ts'
import { formatPrice, priceUnavailable } from '#domain/money.ts'
import { isTrustedAddress } from '#domain/trusted-hosts.ts'
import * as controls from '../../ui/controls.module.css'
import { OuterLink } from '../../ui/outer-link.tsx'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import * as table from '../../ui/section.module.css'
import { Section } from '../../ui/section.tsx'
import { type Draft, pendingDrafts, processedDrafts } from './queries.ts'

const TONES: Record<string, string> = { pending: 'amber', approved: 'green', rejected: 'red' }

/** Drafts that wait, and the ten that were decided last. */
export function Component() {
  const pending = useQuery(pendingDrafts)
  const processed = useQuery(processedDrafts)
  return (
    <>
      <title>Product Monitoring | Admin Dashboard</title>
      <h1 className={page.title}>Product Monitoring & Management</h1>
      <Section title="Drafts waiting for review" note="Newest first">
        <QueryState query={pending} failure="Error loading drafts" empty="No draft waits for review.">
          {(rows) => <Drafts rows={rows} />}
        </QueryState>
      </Section>
      <Section title="Recently Processed">
        <QueryState query={processed} failure="Error loading drafts" empty="No draft was approved or rejected yet.">
          {(rows) => <Drafts rows={rows} />}
        </QueryState>
      </Section>
    </>
  )
}

const Drafts = ({ rows }: { rows: readonly Draft[] }) => (
  <ScrollTable label="Drafts">
    <thead>
      <tr>
        <th>Product</th>
        <th>Merchant</th>
        <th>Price</th>
        <th>Added</th>
        <th>Status</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, product, affiliate_url, created_at, status, rejection_reason }) => (
        <tr key={id}>
          <td>
            <OuterLink href={affiliate_url}>{product.product_name || affiliate_url}</OuterLink>{' '}
            {!isTrustedAddress(affiliate_url) && (
              <span className={controls.badge} data-tone="amber">
                Untrusted host
              </span>
            )}
          </td>
          <td>{product.merchant_name}</td>
          <td className={table.number}>{formatPrice(product.price) ?? priceUnavailable}</td>
          <td>{formatDate(created_at)}</td>
          <td>
            <span className={controls.badge} data-tone={TONES[status]} title={rejection_reason ?? ''}>
              {status}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </ScrollTable>
)
