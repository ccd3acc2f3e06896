import { type FormEvent, useCallback, useRef, useState } from 'react'
import { useAskBeforeLeaving } from '../../record/unsaved.tsx'
import * as controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { Collection, CollectionValues } from './queries.ts'
import { SavedMeanwhile } from './saved-meanwhile.tsx'
import { slugOf } from './slug-of.ts'
import * as styles from './wallpapers.module.css'

interface CollectionDialogProps {
  /** null makes a new one, whose address follows its name until somebody types one. */
  collection: Collection | null
  onClose: () => void
  /** Over what the form began from; `then` is told it was saved, or what somebody else saved meanwhile. */
  onSave: (base: Collection | null, values: CollectionValues, then: (theirs: Collection | null) => void) => void
}

export function CollectionDialog({ collection, onClose, onSave }: CollectionDialogProps) {
  const [name, setName] = useState(collection?.name ?? '')
  const [typedSlug, setTypedSlug] = useState<string | null>(collection?.slug ?? null)
  const [errors, setErrors] = useState<{ name?: string; slug?: string }>({})
  const [theirs, setTheirs] = useState<Collection | null>(null)
  const began = useRef(collection)
  const dirty = useRef(false)
  useAskBeforeLeaving(useCallback(() => dirty.current, []))
  const slug = typedSlug ?? slugOf(name)

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const address = slug.trim()
    const lacks = {
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...(address === '' && { slug: 'Slug is required' }),
      ...(address !== '' &&
        address !== slugOf(address) && { slug: `Small letters, digits and single hyphens only: "${slugOf(address)}"` }),
    }
    setErrors(lacks)
    if (Object.keys(lacks).length > 0) return
    const values = {
      name: name.trim(),
      slug: address,
      description: String(form.get('description') ?? '').trim() || null,
      is_active: form.get('is_active') === 'on',
    }
    onSave(began.current, values, (saved) => {
      began.current = saved ?? began.current
      setTheirs(saved)
      if (saved) return
      dirty.current = false
      onClose()
    })
  }

  return (
    <Dialog title={collection ? 'Edit Collection' : 'Add Collection'} open onClose={onClose}>
      <form
        onSubmit={save}
        onChange={() => {
          dirty.current = true
        }}
        noValidate
      >
        {theirs && (
          <SavedMeanwhile
            facts={[
              ['Name', theirs.name],
              ['Slug', theirs.slug],
              ['Description', theirs.description],
              ['State', theirs.is_active ? 'Active' : 'Hidden'],
            ]}
          />
        )}
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.name}
        />
        <Field
          label="Slug"
          name="slug"
          value={slug}
          maxLength={200}
          onChange={(event) => setTypedSlug(event.currentTarget.value)}
          error={errors.slug}
        />
        <p className={styles.small}>/collections/{slug}</p>
        <label className={controls.field}>
          <span className={controls.label}>Description (optional)</span>
          <textarea
            className={controls.input}
            name="description"
            rows={3}
            maxLength={2000}
            defaultValue={collection?.description ?? ''}
          />
        </label>
        <label className={styles.check}>
          <input type="checkbox" name="is_active" defaultChecked={collection?.is_active ?? true} /> Active (visible on
          the site)
        </label>
        <div className={styles.actions}>
          <button type="button" className={controls.button} data-quiet="" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className={controls.button}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  )
}
