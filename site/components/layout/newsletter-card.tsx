import { useId, useState } from 'react'
import { signupTexts } from '../../lib/newsletter.ts'
import { siteConfig } from '../../lib/site-config.ts'
import { ClubForm } from './club-form.tsx'

/** The e-mail club in the footer. Once joined it stays joined: the panel never turns back into the form. */
export function NewsletterCard() {
  const [joined, setJoined] = useState(false)
  const id = useId()
  if (joined) return <JoinedPanel />
  return (
    <section id="club" className="club" aria-labelledby={id}>
      <p className="kicker">The e-mail club</p>
      <h2 id={id} className="display club-title">
        A free 7-Day <em>Glow-Up</em> Plan, and a welcome gift
      </h2>
      <p>One letter a week: what is new, what is worth it, and the deals that are real.</p>
      <ClubForm onJoined={() => setJoined(true)} />
      {siteConfig.socialProof && <p className="club-proof">{siteConfig.socialProof}</p>}
    </section>
  )
}

export function JoinedPanel() {
  return (
    <section className="club" role="status">
      <p className="kicker">The e-mail club</p>
      <h2 className="display club-title">{signupTexts.joinedTitle}</h2>
      <p>{signupTexts.joinedText}</p>
    </section>
  )
}
