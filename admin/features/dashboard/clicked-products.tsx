import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import * as table from '../../ui/section.module.css'
import { Section } from '../../ui/section.tsx'
import { clickedProducts } from './queries.ts'

/** What visitors left for most often; each row leads to its product. */
export function ClickedProducts() {
  const query = useQuery(clickedProducts)
  return (
    <Section id="clicks" title="Clicks" note="The ten products that were clicked most in 28 days">
      <QueryState query={query} failure="Error loading clicks" empty="Nothing was clicked yet.">
        {(rows) => (
          <ScrollTable label="Clicked products">
            <thead>
              <tr>
                <th>Product</th>
                <th>People</th>
                <th>Machines</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ product_id, product_name, people, machines }) => (
                <tr key={product_id ?? 0}>
                  <td>
                    {product_id && product_name ? (
                      <Link className={controls.link} to={`/products?edit=${product_id}`}>
                        {product_name}
                      </Link>
                    ) : (
                      'Other and deleted products'
                    )}
                  </td>
                  <td className={table.number}>{people.toLocaleString('en-US')}</td>
                  <td className={table.number}>{machines.toLocaleString('en-US')}</td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </QueryState>
    </Section>
  )
}
