import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type FocusEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import * as styles from './list.module.css'
import { listKey } from './list-address.ts'
import { type Column, type ListDefinition, PAGE_SIZE } from './list-definition.ts'
import { between, isSelected, NOTHING, type Selection, select } from './selection.ts'
import { shownColumns } from './shown-columns.ts'
import type { List } from './use-list.ts'

interface ListTableProps<Row> {
  definition: ListDefinition<Row>
  list: List<Row>
  actions: ((row: Row) => ReactNode) | undefined
  /** null where nothing can be picked. */
  selection: Selection | null
  onSelect: (selection: Selection) => void
}

/** Rows are of one height, as list.module.css says: fifty thousand of them are measured by one. */
const ROW_PX = 48
/** Of the boxes, in rem; list.module.css says the same. */
const PICK_WIDTH = 2.75
/** Below so many rows the next page is asked for: a screen and a half, read before anybody gets there. */
const AHEAD = 50

/** What names a row has two lines, whether it leads somewhere or not. */
const Name = ({ children }: { children: ReactNode }) =>
  typeof children === 'string' ? <span className={styles.twoLines}>{children}</span> : children

/** The rows that the window shows of all that are loaded, in a table that scrolls by itself under its headings. */
export function ListTable<Row>({ definition, list, actions, selection, onSelect }: ListTableProps<Row>) {
  const { rows } = list
  const frame = useRef<HTMLElement>(null)
  const columns = shownColumns(definition, list.state)
  const { actionsWidth = 11 } = definition
  const allWidths =
    columns.reduce((sum, { width }) => sum + width, 0) + (actions ? actionsWidth : 0) + (selection ? PICK_WIDTH : 0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    // React is not made to draw in the middle of a scroll: the rows around the window are there already.
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  useFollowing({
    definition,
    list,
    firstShown: Math.floor((virtual.scrollOffset ?? 0) / ROW_PX),
    last: last?.index ?? 0,
  })
  const key = listKey(list.state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    frame.current?.scrollTo(0, 0)
  }, [key])
  const keepFocus = useKeptFocus(frame)
  const picks = usePicks({ definition, rows, selection, onSelect })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard (WCAG 2.1.1).
    <section ref={frame} className={styles.scroll} aria-label={`${definition.title}, rows`} tabIndex={0} {...keepFocus}>
      <table
        className={styles.table}
        style={{ '--all': allWidths }}
        data-chosen={list.state.columns ? '' : undefined}
        aria-rowcount={list.hasMore ? -1 : rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th className={styles.pick}>
                <input type="checkbox" aria-label="Select every row that is loaded" {...picks.all} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} list={list} />
            ))}
            {actions && (
              <th className={styles.actions} style={{ '--width': actionsWidth }}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Space px={first?.start ?? 0} />
          {items.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const id = definition.idOf(row)
            const isPicked = selection !== null && isSelected(selection, id)
            const draw = () => (
              <tr aria-rowindex={index + 2} data-picked={isPicked ? '' : undefined}>
                {selection && (
                  <td className={styles.pick}>
                    <input
                      type="checkbox"
                      aria-label={`Select ${definition.nameOf(row)}`}
                      checked={isPicked}
                      {...picks.one(id)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={column.isNumber ? styles.number : undefined}
                    data-phone={column.onPhone ? '' : undefined}
                  >
                    {column.onPhone ? <Name>{column.cell(row)}</Name> : column.cell(row)}
                  </td>
                ))}
                {actions && <td className={styles.actions}>{actions(row)}</td>}
              </tr>
            )
            const by = [row, index, definition, list.state.columns, actions, selection === null, isPicked]
            return <Drawn key={id} draw={draw} by={by} />
          })}
          <Space px={virtual.getTotalSize() - (last?.end ?? 0)} />
        </tbody>
      </table>
      {list.error && (
        <p className={styles.more} role="alert">
          The next rows could not be loaded: {list.error.message}{' '}
          <button type="button" className={styles.again} onClick={list.loadMore}>
            Try again
          </button>
        </p>
      )}
    </section>
  )
}

interface DrawnProps {
  draw: () => ReactNode
  /** All that decides what it looks like. Its handlers must not depend on more. */
  by: readonly unknown[]
}

/** Drawn again only when something that it is made of is another: rows stay as they are while others scroll in. */
const Drawn = memo(
  ({ draw }: DrawnProps) => draw(),
  (before, next) => before.by.every((value, n) => Object.is(value, next.by[n])),
)

/** Room for the rows that are not drawn. */
const Space = ({ px }: { px: number }) =>
  px > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a plain table takes no focus.
    <tr aria-hidden="true" className={styles.space}>
      <td style={{ height: px }} />
    </tr>
  )

function Heading<Row>({ column, list }: { column: Column<Row>; list: List<Row> }) {
  const { sort } = list.state
  const [down, up] = column.sorts ?? []
  const order = sort === down ? 'descending' : sort === up ? 'ascending' : undefined
  const next = sort === down && up ? up : down
  return (
    <th
      style={{ '--width': column.width }}
      className={column.isNumber ? styles.number : undefined}
      data-phone={column.onPhone ? '' : undefined}
      aria-sort={order}
    >
      {next ? (
        <button type="button" className={styles.sort} onClick={() => list.change({ sort: next })}>
          {column.label}
          {order === 'descending' && <ArrowDown size={14} aria-hidden="true" />}
          {order === 'ascending' && <ArrowUp size={14} aria-hidden="true" />}
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}

interface FollowingProps<Row> {
  definition: ListDefinition<Row>
  list: List<Row>
  firstShown: number
  last: number
}

/** Asks for the next page before the window comes to it, and keeps the page that is looked at in the address. */
function useFollowing<Row>({ definition, list, firstShown, last }: FollowingProps<Row>) {
  const loadMore = useEffectEvent(list.loadMore)
  const isNear = list.hasMore && !list.error && last > list.rows.length - AHEAD
  const loaded = list.rows.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page it is looked again whether that was enough.
  useEffect(() => {
    if (isNear) loadMore()
  }, [isNear, loaded])

  const pageNumber = Math.floor(firstShown / PAGE_SIZE)
  const note = useEffectEvent(() => {
    const before = list.rows[pageNumber * PAGE_SIZE - 1]
    if (before !== undefined) list.change({ at: definition.cursorOf(before, list.state.sort) }, { replace: true })
    else if (list.state.at && !list.isCut) list.change({ at: null }, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what is noted, when the scrolling has come to rest.
  useEffect(() => {
    const timer = setTimeout(note, 300)
    return () => clearTimeout(timer)
  }, [pageNumber])
}

interface PicksProps<Row> {
  definition: ListDefinition<Row>
  rows: readonly Row[]
  selection: Selection | null
  onSelect: (selection: Selection) => void
}

/** The boxes: one, with shift all up to the last one touched, or every row that is loaded. */
function usePicks<Row>({ definition, rows, selection, onSelect }: PicksProps<Row>) {
  const touched = useRef<string | null>(null)
  const now = selection ?? NOTHING
  const ids = () => rows.map(definition.idOf)
  const allPicked = selection !== null && rows.length > 0 && rows.every((row) => isSelected(now, definition.idOf(row)))
  // Rows that were drawn a while ago call what is true now.
  const pick = useRef((_id: string, _isRange: boolean) => {})
  useLayoutEffect(() => {
    pick.current = (id, isRange) => {
      const range = isRange ? between(ids(), touched.current, id) : [id]
      touched.current = id
      onSelect(select(now, range, !isSelected(now, id)))
    }
  })
  return {
    all: {
      checked: allPicked,
      onChange: () => onSelect(allPicked ? NOTHING : select(now, ids(), true)),
    },
    one: (id: string) => ({
      onClick: (event: MouseEvent<HTMLInputElement>) => pick.current(id, event.shiftKey),
      // React wants one beside `checked`; the click above, which the space key makes too, knows of shift.
      onChange: () => {},
    }),
  }
}

/** The list takes the focus of a row that is gone, as a restored one is from the trash: the keyboard goes on from there. */
function useKeptFocus(frame: RefObject<HTMLElement | null>) {
  const held = useRef<Element | null>(null)
  useEffect(() => {
    if (held.current === null || held.current.isConnected) return
    held.current = null
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) held.current = null
    },
  }
}
