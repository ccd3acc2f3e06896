import { Columns3 } from 'lucide-react'
import * as controls from '../ui/controls.module.css'
import * as styles from './list.module.css'
import type { ListDefinition } from './list-definition.ts'
import { Popover } from './popover.tsx'
import { shownColumns } from './shown-columns.ts'
import type { List } from './use-list.ts'

/** Which columns stand in the table. What is usual is not written into the address. */
export function ColumnChooser<Row>({ definition, list }: { definition: ListDefinition<Row>; list: List<Row> }) {
  const shown = shownColumns(definition, list.state).map(({ key }) => key)
  const choose = (key: string, isShown: boolean) => {
    const next = definition.columns
      .map((column) => column.key)
      .filter((it) => (it === key ? isShown : shown.includes(it)))
    const usual = definition.columns.filter(({ isExtra }) => !isExtra).map((column) => column.key)
    list.change({ columns: String(next) === String(usual) ? null : next })
  }
  return (
    <Popover
      label={
        <>
          <Columns3 size={16} aria-hidden="true" /> <span className={controls.word}>Columns</span>
        </>
      }
      title="Columns"
    >
      <ul className={styles.choices}>
        {definition.columns.map(({ key, label }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={shown.includes(key)}
                // The last one stays: a table without columns shows nothing.
                disabled={shown.length === 1 && shown[0] === key}
                onChange={({ currentTarget }) => choose(key, currentTarget.checked)}
              />{' '}
              {label}
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
