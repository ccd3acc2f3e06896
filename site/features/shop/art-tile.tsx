import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { Art } from '#site/ui/art.tsx'
import * as imageCardStyles from '#site/ui/image-card.module.css'

interface ArtTileProps {
  tile: { title: string; text: string; to: string; art: string }
  heading?: 'h2' | 'h3'
  /** On the first screen: its image does not wait. */
  first?: boolean
}

/** One of our own images with a title set on it: a way into a part of the shop. */
export function ArtTile({ tile: { title, text, to, art }, heading: Heading = 'h3', first }: ArtTileProps) {
  return (
    <a href={to} className={imageCardStyles.imageCard}>
      <Art
        name={art}
        widths={[360, 720]}
        sizes="(min-width: 64rem) 20rem, (min-width: 48rem) 24vw, 48vw"
        width={720}
        height={900}
        className={controls.frame}
        first={first}
      />
      <span className={imageCardStyles.imageCardText}>
        <Heading className={layout.display}>{title}</Heading>
        <span>{text}</span>
      </span>
    </a>
  )
}
