interface TopicChipsProps {
  label: string
  topics: readonly { label: string; to: string }[]
  /** The address among them that is being shown. */
  current?: string | null
}

export function TopicChips({ label, topics, current }: TopicChipsProps) {
  return (
    <nav aria-label={label}>
      <ul className="topics">
        {topics.map((topic) => (
          <li key={topic.label}>
            <a href={topic.to} className="chip" aria-current={topic.to === current ? 'page' : undefined}>
              {topic.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
