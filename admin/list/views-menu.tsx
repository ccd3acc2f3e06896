import { Bookmark, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { toast } from '#design/toasts.ts'
import * as controls from '../ui/controls.module.css'
import * as styles from './list.module.css'
import { Popover } from './popover.tsx'
import { removeView, savedViews, saveView } from './saved-views.ts'

/** Filters, order and columns under a name. A view is an address: it can be sent to somebody as well. */
export function ViewsMenu({ listName }: { listName: string }) {
  const { pathname, search } = useLocation()
  const [views, setViews] = useState(() => savedViews(listName))
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name') ?? '').trim()
    if (!name) return
    if (!saveView(listName, { name, search: viewOf(search) })) {
      toast('error', 'This browser keeps nothing: allow storage for this site, or bookmark the address')
    }
    setViews(savedViews(listName))
    form.reset()
  }
  return (
    <Popover
      label={
        <>
          <Bookmark size={16} aria-hidden="true" /> <span className={controls.word}>Views</span>
        </>
      }
      title="Saved views"
    >
      {views.length > 0 && (
        <ul className={styles.views}>
          {views.map((view) => (
            <li key={view.name}>
              <Link className={controls.link} to={`${pathname}?${view.search}`}>
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`Remove the view ${view.name}`}
                className={styles.remove}
                onClick={() => {
                  removeView(listName, view.name)
                  setViews(savedViews(listName))
                }}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.fields} onSubmit={save}>
        <label className={controls.field}>
          <span className={controls.label}>Save this view as</span>
          <input name="name" className={controls.input} maxLength={80} autoComplete="off" required />
        </label>
        <div className={styles.fieldActions}>
          <span className={styles.hint}>Kept in this browser</span>
          <button type="submit" className={controls.button} data-small="">
            Save view
          </button>
        </div>
      </form>
    </Popover>
  )
}

/** Neither an open record nor the place in the list belongs to a view. */
function viewOf(search: string): string {
  const address = new URLSearchParams(search)
  for (const key of ['at', 'edit']) address.delete(key)
  return String(address)
}
