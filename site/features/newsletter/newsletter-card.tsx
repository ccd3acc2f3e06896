import { useId, useState } from 'react'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { MailWaits } from '#site/ui/mail-waits.tsx'
import * as styles from './newsletter-card.module.css'
import { NewsletterForm } from './newsletter-form.tsx'
import { signupTexts } from './signup-texts.ts'

/** The newsletter form in the footer. Once joined it stays joined: the panel never turns back into the form. */
export function NewsletterCard() {
  const [joined, setJoined] = useState(false)
  const id = useId()
  if (joined) return <JoinedPanel />
  return (
    <section id="newsletter" className={styles.newsletter} data-part="newsletter" aria-labelledby={id}>
      <p className={layout.kicker}>The e-mail club</p>
      <h2 id={id} className={`${layout.display} ${styles.newsletterTitle}`}>
        A free 7-Day <em>Glow-Up</em> Plan, and a welcome gift
      </h2>
      <p>The plan comes by mail. A letter follows only when there is news worth one, at most once a week.</p>
      <NewsletterForm onJoined={() => setJoined(true)} />
      <SocialProof {...siteConfig.socialProof} />
    </section>
  )
}

/** A figure of readers is told with its source, or not at all. */
export const SocialProof = ({ text, source }: { text: string; source: string }) =>
  source ? (
    <p className={styles.newsletterProof}>
      {text} <small>({source})</small>
    </p>
  ) : null

export function JoinedPanel() {
  return (
    <section className={styles.newsletter} data-part="newsletter" role="status">
      <p className={layout.kicker}>The e-mail club</p>
      <h2 className={`${layout.display} ${styles.newsletterTitle}`}>{signupTexts.joinedTitle}</h2>
      <p>{signupTexts.joinedText}</p>
      <p>
        {signupTexts.confirmText}
        <MailWaits />
      </p>
    </section>
  )
}
