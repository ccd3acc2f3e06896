import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import * as controls from '../ui/controls.module.css'
import * as styles from './list.module.css'
import { type Filter, UUID_PATTERN } from './list-definition.ts'
import type { List } from './use-list.ts'

/** A field for each filter, by its kind; they are applied together. */
export function FilterFields<Row>({ filters, list }: { filters: readonly Filter[]; list: List<Row> }) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen: Record<string, string> = {}
    for (const { key } of filters) {
      const value = String(form.get(key) ?? '').trim()
      if (value) chosen[key] = value
    }
    list.change({ filters: chosen })
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  // Remade whenever the filters change elsewhere, so that it shows what is on.
  return (
    <form key={JSON.stringify(list.state.filters)} className={styles.fields} onSubmit={apply}>
      {filters.map((filter) => (
        <FilterField key={filter.key} filter={filter} value={list.state.filters[filter.key] ?? ''} />
      ))}
      <div className={styles.fieldActions}>
        <button type="button" className={controls.link} onClick={() => list.change({ filters: {} })}>
          Clear all
        </button>
        <button type="submit" className={controls.button} data-small="">
          Apply
        </button>
      </div>
    </form>
  )
}

function FilterField({ filter, value }: { filter: Filter; value: string }) {
  const id = useId()
  return (
    <div className={controls.field}>
      <label className={controls.label} htmlFor={id}>
        {filter.label}
      </label>
      {filter.kind === 'choice' ? (
        <select id={id} name={filter.key} className={controls.input} defaultValue={value}>
          <option value="">Any</option>
          {filter.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : filter.kind === 'number' ? (
        <input
          id={id}
          name={filter.key}
          type="number"
          min="0"
          step="any"
          className={controls.input}
          defaultValue={value}
        />
      ) : filter.kind === 'id' ? (
        <input
          id={id}
          name={filter.key}
          pattern={`\\s*${UUID_PATTERN}\\s*`}
          title="A whole id has 36 characters, such as 3f2a9c1e-0000-4000-8000-5b7d1e2f3a4b"
          className={controls.input}
          defaultValue={value}
          autoComplete="off"
        />
      ) : (
        <WordField id={id} filter={filter} value={value} />
      )}
    </div>
  )
}

function WordField({ id, filter, value }: { id: string; filter: Extract<Filter, { kind: 'word' }>; value: string }) {
  const suggestions = useQuery({
    queryKey: ['suggestions', filter.label],
    enabled: filter.suggest !== undefined,
    queryFn: async () => (filter.suggest ? filter.suggest() : []),
    // Names of categories and merchants change with an import, not with a click.
    staleTime: 5 * 60_000,
  })
  return (
    <>
      <input
        id={id}
        name={filter.key}
        list={`${id}-words`}
        maxLength={200}
        className={controls.input}
        defaultValue={value}
        autoComplete="off"
      />
      <datalist id={`${id}-words`}>
        {(suggestions.data ?? []).map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </>
  )
}
