import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router'
import { safeAddress } from '#domain/safe-address.ts'
import * as controls from '../../ui/controls.module.css'
import { ShownSwitch } from '../../ui/shown-switch.tsx'
import { ViewOnSite } from '../../ui/view-on-site.tsx'
import type { Tile } from './collection-queries.ts'
import * as styles from './storefront.module.css'

interface TileRowProps {
  tile: Tile
  place: number
  places: number
  editLink: string
  onMove: (from: number, to: number) => void
  onShow: (isShown: boolean) => void
  onDelete: () => void
}

/** What is dragged: a place in this list and nothing else, such as a file. */
const KIND = 'application/x-collection-place'

export function TileRow({ tile, place, places, editLink, onMove, onShow, onDelete }: TileRowProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onMove(Number(event.dataTransfer.getData(KIND)), place)
  }
  return (
    <li
      className={styles.tile}
      data-over={isOver ? '' : undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(KIND, String(place))
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(KIND)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <GripVertical size={18} className={styles.grip} aria-hidden="true" />
      <span className={styles.words}>
        <Link className={controls.link} to={editLink}>
          {tile.title}
        </Link>
        <span className={controls.hint}>{tile.path}</span>
      </span>
      <ShownSwitch label={tile.title} isShown={tile.is_active} onChange={onShow} />
      <span className={styles.moves}>
        <button
          type="button"
          className={styles.move}
          aria-label={`Move ${tile.title} up`}
          disabled={place === 0}
          onClick={() => onMove(place, place - 1)}
        >
          <ArrowUp size={16} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.move}
          aria-label={`Move ${tile.title} down`}
          disabled={place === places - 1}
          onClick={() => onMove(place, place + 1)}
        >
          <ArrowDown size={16} aria-hidden="true" />
        </button>
      </span>
      <span className={styles.actions}>
        <ViewOnSite href={safeAddress(tile.path) ?? undefined} name={tile.title} />
        <button type="button" className={controls.link} aria-label={`Delete ${tile.title}`} onClick={onDelete}>
          Delete
        </button>
      </span>
    </li>
  )
}
