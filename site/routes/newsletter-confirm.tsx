import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { loadLink, pressLink } from '#site/features/newsletter/link-page.ts'
import { LinkForm } from '#site/features/newsletter/newsletter-link-form.tsx'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { privateHeaders, privateMeta } from '#site/features/newsletter/private-page.ts'
import { signupTexts } from '#site/features/newsletter/signup-texts.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import { MailWaits } from '#site/ui/mail-waits.tsx'
import type { Route } from './+types/newsletter-confirm.ts'

export const meta: Route.MetaFunction = () => privateMeta('Confirm your address')
export const headers: Route.HeadersFunction = privateHeaders
export const loader = loadLink
export const action = pressLink('newsletter-confirm')

export default function ConfirmAddress({ loaderData, actionData }: Route.ComponentProps) {
  const token = actionData?.token ?? loaderData.token
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>The e-mail club</p>
      <ConfirmState token={token} outcome={actionData?.outcome} />
    </div>
  )
}

type Outcome = NonNullable<Route.ComponentProps['actionData']>['outcome']

function ConfirmState({ token, outcome }: { token: string; outcome: Outcome | undefined }) {
  if (outcome === 'done') {
    return (
      <>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{signupTexts.joinedTitle}</h1>
        <p className={layout.lede}>
          Your address is confirmed, and the plan and your gift are in your inbox. Too curious to wait for the post?
          Both are here as well.
          <MailWaits />
        </p>
        <p className={newsletterPageStyles.newsletterActions}>
          <a href="/glow-up-plan" className={controls.button}>
            Read the 7-Day Glow-Up Plan
          </a>
          <a href="/glow-up-plan/card" className={`${controls.button} ${controls.quiet}`}>
            Print your week card
          </a>
        </p>
      </>
    )
  }
  if (outcome === 'over' || token === '') {
    return (
      <>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          This link <em>is over</em>
        </h1>
        <p className={layout.lede}>
          It works for seven days, and only as a whole. Join again with the form, and a fresh letter is on its way.
        </p>
        <p className={newsletterPageStyles.newsletterActions}>
          <a href="/newsletter" className={controls.button}>
            Join again
          </a>
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        One press, <em>and you are in</em>
      </h1>
      {outcome === 'unavailable' && (
        <p role="alert" className={fieldStyles.formNote} data-kind="error">
          {signupTexts.unavailable}
        </p>
      )}
      <p className={layout.lede}>Your plan and your welcome gift are sent the moment you confirm.</p>
      <LinkForm action="/newsletter/confirm" token={token} label="Yes, this is my address" />
      <p className={layout.lede}>
        If you did not ask for this, close the page. Nothing is sent, and the address is deleted.
      </p>
    </>
  )
}
