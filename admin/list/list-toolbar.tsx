import { ListFilter, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as controls from '../ui/controls.module.css'
import { ColumnChooser } from './column-chooser.tsx'
import { FilterFields } from './filter-fields.tsx'
import * as styles from './list.module.css'
import type { Filter, ListDefinition } from './list-definition.ts'
import { Popover } from './popover.tsx'
import type { List } from './use-list.ts'
import { ViewsMenu } from './views-menu.tsx'

interface ToolbarProps<Row> {
  definition: ListDefinition<Row>
  list: List<Row>
}

/** What narrows and orders a list, and how many rows that leaves. */
export function ListToolbar<Row>({ definition, list }: ToolbarProps<Row>) {
  const { filters } = list.state
  const chosen = Object.keys(filters).length
  return (
    <div className={styles.toolbar}>
      {definition.searchLabel && <SearchBox label={definition.searchLabel} list={list} />}
      {definition.filters && (
        <Popover
          label={
            <>
              <ListFilter size={16} aria-hidden="true" /> Filters{chosen > 0 && ` (${chosen})`}
            </>
          }
          title="Filters"
        >
          <FilterFields filters={definition.filters} list={list} />
        </Popover>
      )}
      {definition.sorts.length > 1 && (
        <select
          className={styles.order}
          aria-label="Order"
          value={list.state.sort}
          onChange={({ currentTarget }) => list.change({ sort: currentTarget.value })}
        >
          {definition.sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      <ColumnChooser definition={definition} list={list} />
      <ViewsMenu listName={definition.table} />
      <Total definition={definition} list={list} />
      {chosen > 0 && (
        <ul className={styles.chips} aria-label="Filters that are on">
          {(definition.filters ?? []).map(
            (filter) =>
              filters[filter.key] && (
                <li key={filter.key}>
                  <button
                    type="button"
                    className={styles.chip}
                    aria-label={`Remove the filter ${filter.label}`}
                    onClick={() => list.change({ filters: without(filters, filter.key) })}
                  >
                    {filter.label}: {wordOf(filter, filters[filter.key] ?? '')} <X size={14} aria-hidden="true" />
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  )
}

/** After so long without a key what was typed is meant. */
const PAUSE_MS = 250

function SearchBox<Row>({ label, list }: { label: string; list: List<Row> }) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { search } = list.state
  useEffect(() => {
    // Back, and a saved view, change it from outside; nothing is changed under somebody's fingers.
    if (input.current && input.current !== document.activeElement) input.current.value = search
  }, [search])
  const apply = () => {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    if (typed !== search) list.change({ search: typed }, { replace: true })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every screen reader yet.
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Search size={16} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-keyshortcuts="/"
        data-list-search=""
        maxLength={200}
        defaultValue={search}
        onChange={() => {
          clearTimeout(timer.current)
          timer.current = setTimeout(apply, PAUSE_MS)
        }}
      />
    </form>
  )
}

function Total<Row>({ definition: { noun, cap }, list: { total, isCut, toBeginning } }: ToolbarProps<Row>) {
  if (total === null) return null
  const words = total > cap ? `More than ${cap.toLocaleString('en-US')}` : total.toLocaleString('en-US')
  return (
    <p className={styles.total}>
      <span role="status">
        {words} {noun[total === 1 ? 0 : 1]}
      </span>
      {isCut && (
        <button type="button" className={controls.link} onClick={toBeginning}>
          Back to the first
        </button>
      )}
    </p>
  )
}

const wordOf = (filter: Filter, value: string): string =>
  (filter.kind === 'choice' && filter.choices.find((choice) => choice.value === value)?.label) || value

function without(filters: Readonly<Record<string, string>>, key: string): Record<string, string> {
  const { [key]: _removed, ...rest } = filters
  return rest
}
