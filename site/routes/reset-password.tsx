import { useEffect, useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { AskForMail } from '#site/features/account/ask-for-mail.tsx'
import { ChoosePassword } from '#site/features/account/choose-password.tsx'
import { readRecoveryLink } from '#site/features/account/recovery-link.ts'
import { openRecovery, type Recovery } from '#site/features/account/recovery-steps.ts'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import type { Route } from './+types/reset-password.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Reset your password',
    description: 'Choose a new password for the back office.',
    path: '/reset-password',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

type State =
  | { step: 'looking' }
  | { step: 'ask' }
  | { step: 'expired'; title: string }
  | { step: 'choose'; recovery: Recovery }
  | { step: 'done' }

/** Where the link of a password mail leads: choosing a new one, or asking for another mail. */
export default function ResetPassword() {
  const [state, setState] = useState<State>({ step: 'looking' })

  useEffect(() => {
    let gone = false
    const link = readRecoveryLink(window.location.hash)
    if (link.kind === 'none') {
      setState({ step: 'ask' })
      return
    }
    // The link is a key: it stays neither in the address bar nor in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (link.kind === 'failed') {
      setState({ step: 'expired', title: link.expired ? 'This link is over' : 'This link did not work' })
      return
    }
    openRecovery(link)
      .catch(() => null)
      .then((recovery) => {
        if (gone) return
        setState(recovery ? { step: 'choose', recovery } : { step: 'expired', title: 'This link is over' })
      })
    return () => {
      gone = true
    }
  }, [])

  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`} data-needs-script>
      <p className={layout.kicker}>Your account</p>
      <ResetStep state={state} onDone={() => setState({ step: 'done' })} />
      <p className={`${visitor.withoutScript} ${fieldStyles.formNote}`}>
        Choosing a password needs JavaScript. Switch it on for this page, then open the link of your mail again.
      </p>
    </div>
  )
}

function ResetStep({ state, onDone }: { state: State; onDone: () => void }) {
  switch (state.step) {
    case 'looking':
      return (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>Reset your password</h1>
          <p className={`${layout.lede} ${visitor.needsScript}`} role="status">
            One moment, your link is being read.
          </p>
        </>
      )
    case 'ask':
      return (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>Reset your password</h1>
          <p className={layout.lede}>
            Give the address of your account, and we send a link that lets you choose a new one.
          </p>
          <AskForMail />
        </>
      )
    case 'expired':
      return (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>{state.title}</h1>
          <p className={layout.lede} role="alert">
            Links work once and for an hour. Ask for a new one here; the newest is the one that counts.
          </p>
          <AskForMail />
        </>
      )
    case 'choose':
      return (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>Choose a new password</h1>
          <ChoosePassword recovery={state.recovery} onDone={onDone} />
        </>
      )
    case 'done':
      return (
        <div role="status">
          <h1 className={`${layout.display} ${layout.pageTitle}`}>Your password is changed</h1>
          <p className={layout.lede}>You are signed out everywhere. Sign in with the new one.</p>
          <p className={newsletterPageStyles.newsletterActions}>
            <a href="/admin/login" className={controls.button} data-document>
              Sign in
            </a>
          </p>
        </div>
      )
  }
}
