import type { ReactNode } from 'react'
import { ArrowIcon } from '#design/icons.tsx'

interface SectionHeadProps {
  id: string
  kicker?: string
  title: ReactNode
  more?: { label: string; to: string }
}

/** A rule, a title and the way to the whole of it: how every section of the magazine begins. */
export function SectionHead({ id, kicker, title, more }: SectionHeadProps) {
  return (
    <div className="section-head">
      <div>
        {kicker && <p className="kicker">{kicker}</p>}
        <h2 id={id} className="display section-title">
          {title}
        </h2>
      </div>
      {more && (
        <a href={more.to} className="more-link">
          {more.label}
          <ArrowIcon />
        </a>
      )}
    </div>
  )
}
