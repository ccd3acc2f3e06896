import * as controls from '#design/controls.module.css'
import * as styles from './topic-chips.module.css'

interface TopicChipsProps {
  label: string
  topics: readonly { label: string; to: string }[]
  /** The address among them that is being shown. */
  current?: string | null
}

export function TopicChips({ label, topics, current }: TopicChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic.label}>
            <a href={topic.to} className={controls.chip} aria-current={topic.to === current ? 'page' : undefined}>
              {topic.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
