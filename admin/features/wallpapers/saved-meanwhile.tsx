import * as controls from '../../ui/controls.module.css'

/** What somebody else saved while this form was open, beside what stands in it. */
export const SavedMeanwhile = ({ facts }: { facts: readonly (readonly [label: string, value: string | null])[] }) => (
  <div className={controls.error} role="alert">
    <p>Somebody saved this while you had it open. Save again to replace what they saved:</p>
    <ul>
      {facts.map(([label, value]) => (
        <li key={label}>
          {label}: <strong>{value || 'nothing'}</strong>
        </li>
      ))}
    </ul>
  </div>
)
