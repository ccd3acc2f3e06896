import { useId, useState } from 'react'
import { columnWord } from '#domain/column-words.ts'
import { typeWord } from '#domain/type-word.ts'
import * as controls from '../../ui/controls.module.css'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { Section } from '../../ui/section.tsx'
import * as styles from './csv.module.css'
import type { ImportOrder, Uploaded } from './csv-queries.ts'

interface CsvMappingProps {
  table: string
  file: Uploaded
  /** What was chosen before a reload; undefined for nothing. */
  chosenBefore: string | null | undefined
  isBusy: boolean
  /** What was compared under another mapping says nothing of this one. */
  onChange: (mapping: Record<string, number>, match: string | null) => void
  onCompare: (order: ImportOrder) => void
}

/** What each column of the file means: guessed, and changed by hand. */
export function CsvMapping({ table, file, chosenBefore, isBusy, onChange, onCompare }: CsvMappingProps) {
  const { upload, header, samples, columns } = file
  const [mapping, setMapping] = useState(file.mapping)
  const keys = columns.filter(({ name, isUnique }) => isUnique && mapping[name] !== undefined)
  const [chosen, setMatch] = useState<string | null>(() =>
    chosenBefore === undefined ? (keys[0]?.name ?? null) : chosenBefore,
  )
  const match = keys.find(({ name }) => name === chosen)?.name ?? null
  const missing = columns.filter(({ name, isRequired }) => isRequired && mapping[name] === undefined)
  const id = useId()
  const mean = (place: number, name: string) => {
    const rest = Object.entries(mapping).filter(([column, at]) => at !== place && column !== name)
    const next = Object.fromEntries(name === '' ? rest : [...rest, [name, place]])
    setMapping(next)
    onChange(next, chosen)
  }
  return (
    <Section title="Columns" note="What each column of the file means">
      <ScrollTable label="Columns of the file">
        <thead>
          <tr>
            <th>In the file</th>
            <th>Means</th>
          </tr>
        </thead>
        <tbody>
          {header.map((title, place) => (
            <tr key={title}>
              <td>
                {title}
                <span className={styles.values}>{valuesOf(samples, place)}</span>
              </td>
              <td>
                <select
                  className={`${controls.input} ${styles.meaning}`}
                  aria-label={`Meaning of ${title}`}
                  value={Object.entries(mapping).find(([, at]) => at === place)?.[0] ?? ''}
                  onChange={({ currentTarget }) => mean(place, currentTarget.value)}
                >
                  <option value="">Not imported</option>
                  {columns.map(({ name, type }) => (
                    <option key={name} value={name}>
                      {[columnWord(table, name), typeWord(type)].filter(Boolean).join(': ')}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <div className={styles.step}>
        <label className={controls.label} htmlFor={id}>
          A row of the file is
        </label>
        <select
          id={id}
          className={controls.input}
          value={match ?? ''}
          onChange={({ currentTarget }) => {
            const next = currentTarget.value || null
            setMatch(next)
            onChange(mapping, next)
          }}
        >
          {keys.map(({ name }) => (
            <option key={name} value={name}>
              {`the record with the same ${columnWord(table, name)}, or a new one`}
            </option>
          ))}
          <option value="">always a new one</option>
        </select>
        {missing.length > 0 && (
          <p className={controls.hint}>
            New records need {missing.map(({ name }) => columnWord(table, name)).join(', ')}, which no column of the
            file means.
          </p>
        )}
        <p>
          <button
            type="button"
            className={controls.button}
            disabled={isBusy || Object.keys(mapping).length === 0}
            onClick={() => onCompare({ upload, columns: mapping, match, dry_run: true })}
          >
            Compare
          </button>
        </p>
      </div>
    </Section>
  )
}

/** The first that are there. */
const valuesOf = (samples: Uploaded['samples'], place: number): string =>
  samples
    .map((cells) => cells[place])
    .filter(Boolean)
    .slice(0, 3)
    .join(' · ')
