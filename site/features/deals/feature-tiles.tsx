import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as styles from './feature-tiles.module.css'

const tiles = [
  {
    title: 'Living Spaces',
    text: 'Throws, cushions and lamps for the room where everyone ends up.',
    image:
      'M4.5 16v3M19.5 16v3M6 12V8.5a2.5 2.5 0 0 1 2.5-2.5h7a2.5 2.5 0 0 1 2.5 2.5V13M2.5 11a1.5 1.5 0 0 1 3 0v2h13v-2a1.5 1.5 0 0 1 3 0v5h-19Z',
  },
  {
    title: 'Decorative Accents',
    text: 'Vases, frames and candles: small things that make a shelf yours.',
    image:
      'M9.5 3h5M10 3c0 3-3.5 5-3.5 10.5C6.5 18 9 21 12 21s5.5-3 5.5-7.5C17.5 8 14 6 14 3M7 11.5c3 1.600 7 1.600 10 0',
  },
  {
    title: 'Organization',
    text: 'Baskets, bowls and boxes, so that everything has a place to go.',
    image: 'M3 9h18l-2 11H5ZM8 9l2.5-5M16 9l-2.5-5M9 12.5v4.5M15 12.5v4.5M12 12.5v4.5',
  },
] as const

/** What the collection is made of, in three words and three small drawings. */
export function FeatureTiles() {
  return (
    <ul className={styles.featureTiles}>
      {tiles.map(({ title, text, image }) => (
        <li key={title}>
          <svg className={controls.icon} width="40" height="40" viewBox="0 0 24 24" aria-hidden="true">
            <path d={image} strokeWidth="1" />
          </svg>
          <h2 className={layout.display}>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
