import * as controls from '#design/controls.module.css'
import { StateNote } from './state-note.tsx'

/** Instead of a page that a list does not have, or no longer has. */
export const BeyondEnd = ({ first }: { first: string }) => (
  <StateNote kind="empty" title="These pages end earlier.">
    <a href={first} className={controls.textLink}>
      Go to the first page
    </a>
  </StateNote>
)
