import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { Confirm, type Question } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import * as table from '../../ui/section.module.css'
import { ShownSwitch } from '../../ui/shown-switch.tsx'
import { CollectionDialog } from './collection-dialog.tsx'
import { failureWords } from './failure-words.ts'
import { type Collection, type CollectionValues, deleteCollection, PROTECTED_SLUG, saveCollection } from './queries.ts'
import * as styles from './wallpapers.module.css'

export function CollectionsTab({ query }: { query: UseQueryResult<Collection[]> }) {
  const { open, linkTo, close } = useOpenRecord()
  const opened = query.data?.find(({ id }) => id === open)
  const [question, setQuestion] = useState<Question | null>(null)
  const save = useSaveCollection()
  const remove = useDeleteCollection()

  const change = (collection: Collection, values: CollectionValues, then?: (theirs: Collection | null) => void) =>
    askFirst(collection.slug, 'update', setQuestion, () =>
      save.mutate({ collection, values }, then && { onSuccess: then }),
    )

  const drop = (collection: Collection) => {
    const go = () => remove.mutate(collection)
    if (collection.slug === PROTECTED_SLUG) return askFirst(collection.slug, 'deletion', setQuestion, go)
    setQuestion({
      title: 'Delete this collection?',
      text: `“${collection.name}” can be restored from the trash for 30 days. Until then its wallpapers are in no collection, and shown in no gallery.`,
      action: 'Delete',
      onConfirm: go,
    })
  }

  return (
    <>
      <div className={styles.bar}>
        <Link className={controls.button} to={linkTo('new')}>
          <Plus size={16} aria-hidden="true" /> Add Collection
        </Link>
      </div>
      <QueryState query={query} failure="Error loading data" empty="There is no collection yet. Add the first one.">
        {(collections) => (
          <ScrollTable label="Collections" stacks>
            <thead>
              <tr>
                <th>Name</th>
                <th>Address</th>
                <th>State</th>
                <th>
                  <span className={table.unseen}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {collections.map((collection) => (
                <tr key={collection.id}>
                  <td>
                    {collection.name}{' '}
                    {collection.slug === PROTECTED_SLUG && <span className={controls.badge}>Protected</span>}
                  </td>
                  <td>
                    <a
                      className={controls.link}
                      href={`/collections/${collection.slug}`}
                      target="_blank"
                      rel="noreferrer"
                    >
                      /collections/{collection.slug}
                    </a>
                  </td>
                  <td>
                    <ShownSwitch
                      label={collection.name}
                      isShown={collection.is_active}
                      onChange={(is_active) => change(collection, { ...valuesOf(collection), is_active })}
                    />
                  </td>
                  <td className={styles.actions}>
                    <Link className={controls.link} to={linkTo(collection.id)} aria-label={`Edit ${collection.name}`}>
                      Edit
                    </Link>
                    <button
                      type="button"
                      className={controls.link}
                      aria-label={`Delete ${collection.name}`}
                      onClick={() => drop(collection)}
                    >
                      Delete
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        )}
      </QueryState>
      {(open === 'new' || opened) && (
        <CollectionDialog
          key={open}
          collection={opened ?? null}
          onClose={close}
          onSave={(base, values, then) => {
            if (base) change(base, values, then)
            else save.mutate({ collection: null, values }, { onSuccess: then })
          }}
        />
      )}
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}

const valuesOf = ({ name, slug, description, is_active }: Collection): CollectionValues => ({
  name,
  slug,
  description,
  is_active,
})

/** The protected collection is changed only after a question, whose answer is told (specification, B 5). */
function askFirst(slug: string, what: 'update' | 'deletion', ask: (question: Question) => void, go: () => void): void {
  if (slug !== PROTECTED_SLUG) {
    go()
    return
  }
  ask({
    title: 'Protected collection',
    text: `Collection "${slug}" is a protected collection: it is the gallery that the site shows first. Are you sure?`,
    action: what === 'update' ? 'Update' : 'Delete',
    onConfirm: () => {
      toast('warning', `Proceeding with ${what} of protected collection "${slug}"`)
      go()
    },
    onDecline: () => toast('info', `Collection "${slug}" modification cancelled for safety`),
  })
}

function useSaveCollection() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ collection, values }: { collection: Collection | null; values: CollectionValues }) =>
      saveCollection(collection, values),
    onSuccess: (theirs, { collection }) => {
      if (theirs) toast('error', 'Failed to update collection: somebody saved it meanwhile')
      else toast('success', collection ? 'Collection updated' : 'Collection created')
    },
    onError: (error, { collection }) =>
      toast('error', failureWords(`Failed to ${collection ? 'update' : 'create'} collection`, error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['wallpaper_collections'] }),
  })
}

function useDeleteCollection() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteCollection,
    onSuccess: () => toast('success', 'Collection deleted. It is in the trash for 30 days'),
    onError: (error) => toast('error', `Failed to delete collection: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['wallpaper_collections'] }),
  })
}
