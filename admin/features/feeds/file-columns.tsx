import type { ReactNode } from 'react'
import { columnWord } from '#domain/column-words.ts'
import * as controls from '../../ui/controls.module.css'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section, SectionBody } from '../../ui/section.tsx'
import type { FileMapping, Inspection } from './files-queries.ts'

interface FileColumnsProps {
  found: Inspection
  mapping: FileMapping
  onChange: (mapping: FileMapping) => void
  children: ReactNode
}

/** Which column of the file holds what, beside what its first rows say there. */
export function FileColumns({ found, mapping, onChange, children }: FileColumnsProps) {
  const { format, columns, samples, fields } = found
  return (
    <Section title="Columns" note={`${format.toUpperCase()}, ${columns.length} columns; guessed, and changed by hand`}>
      <ScrollTable label="Columns of the file">
        <thead>
          <tr>
            <th scope="col">Of a product</th>
            <th scope="col">In the file</th>
            <th scope="col">First rows</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, required }) => {
            const label = `${columnWord('products', name)}${required ? ' (needed)' : ''}`
            const column = mapping[name] ?? ''
            return (
              <tr key={name}>
                <td>{label}</td>
                <td>
                  <select
                    className={controls.input}
                    aria-label={`Column of ${label}`}
                    value={column}
                    onChange={({ currentTarget }) => onChange({ ...mapping, [name]: currentTarget.value })}
                  >
                    <option value="">Not in the file</option>
                    {[...new Set([...columns, column])].filter(Boolean).map((each) => (
                      <option key={each} value={each}>
                        {each}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  {samples
                    .map((row) => row[column])
                    .filter(Boolean)
                    .slice(0, 3)
                    .join(' | ')}
                </td>
              </tr>
            )
          })}
        </tbody>
      </ScrollTable>
      <SectionBody>{children}</SectionBody>
    </Section>
  )
}
