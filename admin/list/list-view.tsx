import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import * as controls from '../ui/controls.module.css'
import * as page from '../ui/page.module.css'
import { ExportCsv } from './export-csv.tsx'
import * as styles from './list.module.css'
import { isNarrowed, listKey } from './list-address.ts'
import type { ListDefinition } from './list-definition.ts'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { NOTHING, type Selection, selectedCount } from './selection.ts'
import { type List, useList } from './use-list.ts'

export interface BulkProps<Row> {
  selection: Selection
  /** The picked rows that are on screen. */
  rows: readonly Row[]
  /** What decides which rows match, for a selection of all of them. */
  list: List<Row>
  clear: () => void
}

interface ListViewProps<Row> {
  definition: ListDefinition<Row>
  /** Beside the heading: what adds a row, a link. */
  head?: ReactNode
  /** Links and buttons of one row. */
  actions?: (row: Row) => ReactNode
  /** What can be done with several rows; without it none can be picked. */
  bulk?: (props: BulkProps<Row>) => ReactNode
}

/** The one list of the back office: everything about it stands in its address. */
export function ListView<Row>({ definition, head, actions, bulk }: ListViewProps<Row>) {
  const list = useList(definition)
  const [picked, setPicked] = useState<{ key: string; selection: Selection }>({ key: '', selection: NOTHING })
  // What was picked under other filters is not what a bulk action under these would take.
  const key = listKey(list.state)
  const selection = picked.key === key ? picked.selection : NOTHING
  const setSelection = (next: Selection) => setPicked({ key, selection: next })
  const count = selectedCount(selection, list.total ?? 0)
  return (
    <>
      <title>{`${definition.title} | Admin Dashboard`}</title>
      <div className={page.bar}>
        <h1 className={page.title}>{definition.title}</h1>
        {(head || definition.takesCsv || definition.toCsv) && (
          <div className={page.row}>
            {definition.takesCsv && (
              <Link className={controls.link} to={`/import/${definition.table}`}>
                Import CSV
              </Link>
            )}
            {definition.toCsv && <ExportCsv table={definition.table} conditions={definition.toCsv(list.state)} />}
            {head}
          </div>
        )}
      </div>
      <section className={styles.frame} aria-label={definition.title}>
        <ListToolbar definition={definition} list={list} />
        {bulk && count > 0 && (
          <div className={styles.bulk} role="status">
            <SelectionWords definition={definition} list={list} selection={selection} onSelect={setSelection} />
            {bulk({
              selection,
              rows: list.rows.filter((row) => selection.kind === 'some' && selection.ids.has(definition.idOf(row))),
              list,
              clear: () => setSelection(NOTHING),
            })}
          </div>
        )}
        {list.rows.length > 0 ? (
          <ListTable
            definition={definition}
            list={list}
            actions={actions}
            selection={bulk ? selection : null}
            onSelect={setSelection}
          />
        ) : (
          <WithoutRows definition={definition} list={list} />
        )}
      </section>
    </>
  )
}

function WithoutRows<Row>({ definition, list }: { definition: ListDefinition<Row>; list: List<Row> }) {
  if (list.error && list.isCut && isNoPlace(list.error)) {
    return (
      <div className={styles.state}>
        <p role="alert">The address names no place in this list.</p>
        <button type="button" className={controls.button} data-quiet="" onClick={list.toBeginning}>
          Back to the first
        </button>
      </div>
    )
  }
  if (list.error) {
    return (
      <div className={styles.state} role="alert">
        <p className={controls.error}>
          {isRight(list.error)
            ? `Your role may not see ${definition.noun[1]}. Ask an admin for it.`
            : `Error loading ${definition.noun[1]}: ${list.error.message}`}
        </p>
        <button type="button" className={controls.button} data-quiet="" onClick={list.retry}>
          Try again
        </button>
      </div>
    )
  }
  if (list.isLoading) {
    return (
      <p className={styles.state} role="status">
        Loading...
      </p>
    )
  }
  const narrowed = isNarrowed(list.state)
  return (
    <div className={styles.state}>
      <p role="status">{narrowed ? `No ${definition.noun[1]} match these filters.` : definition.empty}</p>
      {narrowed && (
        <button
          type="button"
          className={controls.button}
          data-quiet=""
          onClick={() => list.change({ search: '', filters: {} })}
        >
          Clear filters
        </button>
      )}
      {list.isCut && !narrowed && (
        <button type="button" className={controls.button} data-quiet="" onClick={list.toBeginning}>
          Back to the first
        </button>
      )}
    </div>
  )
}

interface SelectionWordsProps<Row> {
  definition: ListDefinition<Row>
  list: List<Row>
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** How many are picked, and the way from those on screen to all that match. */
function SelectionWords<Row>({ definition, list, selection, onSelect }: SelectionWordsProps<Row>) {
  const total = list.total ?? 0
  const count = selectedCount(selection, total)
  const isCapped = total > definition.cap
  const words = selection.kind === 'matching' && isCapped ? `More than ${number(definition.cap)}` : number(count)
  return (
    <p className={styles.words}>
      <strong>
        {words} {definition.noun[count === 1 ? 0 : 1]} selected
      </strong>
      {selection.kind === 'some' && total > count && (
        <button
          type="button"
          className={controls.link}
          onClick={() => onSelect({ kind: 'matching', except: new Set() })}
        >
          Select all {isCapped ? `more than ${number(definition.cap)}` : number(total)} matching
        </button>
      )}
      <button type="button" className={controls.link} onClick={() => onSelect(NOTHING)}>
        Clear selection
      </button>
    </p>
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

/** A place by hand that is no value of the sorted column. */
const isNoPlace = (error: Error): boolean => 'code' in error && ['22007', '22008', '22P02'].includes(String(error.code))

/** Refused by a right: trying again as the same person would not help. */
const isRight = (error: Error): boolean => 'code' in error && error.code === '42501'
