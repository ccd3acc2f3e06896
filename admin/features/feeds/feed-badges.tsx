import * as controls from '../../ui/controls.module.css'
import type { Feed } from './feed-queries.ts'
import { BADGES, freshness, rowState } from './feed-state.ts'
import * as styles from './feeds.module.css'

/** How a feed stands, and how fresh it is. */
export function FeedBadges({ feed: { last, published, missing } }: { feed: Feed }) {
  const [label, tone] = BADGES[rowState(last)]
  const [age, light] = freshness(published, Date.now())
  return (
    <p className={styles.badges}>
      <span className={controls.badge} role="status" data-tone={tone}>
        {label}
      </span>
      {/* What was never set up is not late. */}
      {(published || !missing) && (
        <span className={controls.badge} data-tone={light}>
          {age}
        </span>
      )}
    </p>
  )
}
