import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import { Confirm, type Question } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { ShownSwitch } from '../../ui/shown-switch.tsx'
import { ViewOnSite } from '../../ui/view-on-site.tsx'
import { allWallpapers, type Collection, deleteWallpaper, showWallpaper, type Wallpaper } from './queries.ts'
import * as styles from './wallpapers.module.css'

// With the upload's library: not needed to see the wallpapers.
const WallpaperDialog = lazy(() => import('./wallpaper-dialog.tsx').then((it) => ({ default: it.WallpaperDialog })))

export function WallpapersTab({ collections }: { collections: readonly Collection[] }) {
  const query = useQuery(allWallpapers)
  const { open, linkTo, close } = useOpenRecord()
  const opened = query.data?.find(({ id }) => id === open)
  const [question, setQuestion] = useState<Question | null>(null)
  const show = useShowWallpaper()
  const remove = useDeleteWallpaper()
  const hasFailed = query.error !== null
  useEffect(() => {
    if (hasFailed) toast('error', 'Failed to load wallpapers')
  }, [hasFailed])

  return (
    <>
      <div className={styles.bar}>
        <Link className={controls.button} to={linkTo('new')}>
          <Plus size={16} aria-hidden="true" /> Add Wallpaper
        </Link>
      </div>
      <QueryState query={query} failure="Error loading data" empty="There is no wallpaper yet. Add the first one.">
        {(wallpapers) => (
          <ul className={styles.grid}>
            {wallpapers.map((wallpaper) => (
              <li key={wallpaper.id} className={styles.card}>
                <img className={styles.preview} src={wallpaper.image_url} alt={wallpaper.title} loading="lazy" />
                <h2 className={styles.name}>{wallpaper.title}</h2>
                <p className={styles.small}>
                  {collections.find(({ id }) => id === wallpaper.collection_id)?.name ?? 'No collection'} ·{' '}
                  {wallpaper.download_count.toLocaleString('en-US')} downloads
                </p>
                <ShownSwitch
                  label={wallpaper.title}
                  isShown={wallpaper.is_active}
                  onChange={(is_active) => show.mutate({ id: wallpaper.id, is_active })}
                />
                <p className={styles.actions}>
                  <Link className={controls.link} to={linkTo(wallpaper.id)} aria-label={`Edit ${wallpaper.title}`}>
                    Edit
                  </Link>
                  <ViewOnSite href={galleryOf(collections, wallpaper)} name={wallpaper.title} />
                  <button
                    type="button"
                    className={controls.link}
                    aria-label={`Delete ${wallpaper.title}`}
                    onClick={() =>
                      setQuestion({
                        title: 'Delete this wallpaper?',
                        text: `“${wallpaper.title}” leaves the site, and can be restored from the trash for 30 days.`,
                        action: 'Delete',
                        onConfirm: () => remove.mutate(wallpaper),
                      })
                    }
                  >
                    Delete
                  </button>
                </p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {(open === 'new' || opened) && (
        <Suspense>
          <WallpaperDialog key={open} wallpaper={opened ?? null} collections={collections} onClose={close} />
        </Suspense>
      )}
      <Confirm question={question} onDone={() => setQuestion(null)} />
    </>
  )
}

const galleryOf = (collections: readonly Collection[], { collection_id }: Wallpaper): string => {
  const slug = collections.find(({ id }) => id === collection_id)?.slug
  return slug ? `/collections/${slug}` : '/wallpapers'
}

/** Shown at once, and taken back with the reason when it was refused. */
function useShowWallpaper() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, is_active }: { id: string; is_active: boolean }) => showWallpaper(id, is_active),
    onMutate: async ({ id, is_active }) => {
      await client.cancelQueries({ queryKey: ['wallpapers'] })
      const before = client.getQueryData(allWallpapers.queryKey)
      client.setQueryData(allWallpapers.queryKey, (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, is_active } : row)),
      )
      return { before }
    },
    onError: (error, _values, context) => {
      client.setQueryData(allWallpapers.queryKey, context?.before)
      toast('error', `Failed to update wallpaper: ${error.message}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['wallpapers'] }),
  })
}

function useDeleteWallpaper() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: deleteWallpaper,
    onSuccess: () => toast('success', 'Wallpaper deleted. It is in the trash for 30 days'),
    onError: (error) => toast('error', `Failed to delete wallpaper: ${error.message}`),
    onSettled: () => client.invalidateQueries({ queryKey: ['wallpapers'] }),
  })
}
