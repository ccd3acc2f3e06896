import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { toast } from '#design/toasts.ts'
import { useOpenRecord } from '../../record/use-open-record.ts'
import * as controls from '../../ui/controls.module.css'
import type { Question } from '../../ui/dialog.tsx'
import { Confirm } from '../../ui/lazy-dialog.tsx'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { Section } from '../../ui/section.tsx'
import { allTiles, deleteTile, saveOrder, showTile, type Tile } from './collection-queries.ts'
import { moved } from './reorder.ts'
import { TileRow } from './tile-row.tsx'

// Not needed to see the tiles.
const TileDialog = lazy(() => import('./tile-dialog.tsx').then((it) => ({ default: it.TileDialog })))

/** The tiles of the home page and of /collections, in the order in which they stand there. */
export function Component() {
  const { open, linkTo, close } = useOpenRecord()
  const [question, setQuestion] = useState<Question | null>(null)
  const query = useQuery(allTiles)
  const change = useTiles()
  const ask = (tile: Tile) =>
    setQuestion({
      title: 'Delete this collection?',
      text: `“${tile.title}” is removed from the home page and from /collections, and can be restored from the trash for 30 days.`,
      action: 'Delete',
      onConfirm: () =>
        change.mutate({
          rows: (rows) => rows.filter(({ id }) => id !== tile.id),
          save: () => deleteTile(tile.id),
          done: 'Collection deleted. It is in the trash for 30 days',
        }),
    })
  return (
    <>
      <title>Collections | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Collections</h1>
        <Link className={controls.button} to={linkTo('new')}>
          <Plus size={16} aria-hidden="true" /> Add collection
        </Link>
      </div>
      <Section title="Tiles of the home page" note="Drag a tile to its place, or use its arrows">
        <QueryState
          query={query}
          failure="Error loading collections"
          empty="There is no collection yet. Add the first one."
        >
          {(tiles) => (
            <ol>
              {tiles.map((tile, place) => (
                <TileRow
                  key={tile.id}
                  tile={tile}
                  place={place}
                  places={tiles.length}
                  editLink={linkTo(tile.id)}
                  onMove={(from, to) =>
                    change.mutate({
                      rows: (rows) => moved(rows, from, to).map((row, display_order) => ({ ...row, display_order })),
                      save: () => saveOrder(moved(tiles, from, to)),
                    })
                  }
                  onShow={(is_active) =>
                    change.mutate({
                      rows: (rows) => rows.map((row) => (row.id === tile.id ? { ...row, is_active } : row)),
                      save: () => showTile(tile.id, is_active),
                    })
                  }
                  onDelete={() => ask(tile)}
                />
              ))}
            </ol>
          )}
        </QueryState>
      </Section>
      <Confirm question={question} onDone={() => setQuestion(null)} />
      {open && (
        <Suspense>
          <TileDialog key={open} id={open} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

interface TileChange {
  rows: (rows: readonly Tile[]) => readonly Tile[]
  save: () => Promise<void>
  done?: string
}

/** Shown at once, and taken back with the reason when it was refused. */
function useTiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ save }: TileChange) => save(),
    // One after the other: an order is written over the one before it.
    scope: { id: 'collections' },
    onMutate: async ({ rows }) => {
      await client.cancelQueries({ queryKey: allTiles.queryKey })
      const before = client.getQueryData(allTiles.queryKey)
      client.setQueryData(allTiles.queryKey, (tiles) => tiles && [...rows(tiles)])
      return { before }
    },
    onSuccess: (_none, { done }) => done && toast('success', done),
    onError: (error, _change, context) => {
      client.setQueryData(allTiles.queryKey, context?.before)
      toast('error', `Failed to update collection: ${error.message}`)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['collections'] }),
  })
}
