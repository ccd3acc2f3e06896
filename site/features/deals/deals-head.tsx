import type { ReactNode } from 'react'
import { Art } from '#site/ui/art.tsx'

interface DealsHeadProps {
  kicker: string
  title: ReactNode
  intro: string
  art: string
  /** The head's buttons. */
  children: ReactNode
}

/** The opening spread of a deals page: words on the left, one picture on the right. */
export function DealsHead({ kicker, title, intro, art, children }: DealsHeadProps) {
  return (
    <header className="deals-head">
      <div className="wrap deals-head-grid">
        <div className="deals-head-text">
          <p className="kicker">{kicker}</p>
          <h1 className="display page-title">{title}</h1>
          <p className="lede">{intro}</p>
          <div className="deals-actions">{children}</div>
        </div>
        <Art
          name={art}
          widths={[360, 720]}
          sizes="(min-width: 64rem) 30vw, (min-width: 48rem) 40vw, 100vw"
          width={720}
          height={900}
          className="deals-head-art"
          first
        />
      </div>
    </header>
  )
}
