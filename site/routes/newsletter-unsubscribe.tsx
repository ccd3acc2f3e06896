import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { loadLink, pressLink } from '#site/features/newsletter/link-page.ts'
import { LinkForm } from '#site/features/newsletter/newsletter-link-form.tsx'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { privateHeaders, privateMeta } from '#site/features/newsletter/private-page.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import type { Route } from './+types/newsletter-unsubscribe.ts'

export const meta: Route.MetaFunction = () => privateMeta('Leave the e-mail club')
export const headers: Route.HeadersFunction = privateHeaders
export const loader = loadLink
/** The page's own button, and the button of mail programs: they post to the address in the email (RFC 8058). */
export const action = pressLink('newsletter-unsubscribe')

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const token = actionData?.token ?? loaderData.token
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>The e-mail club</p>
      <LeaveState token={token} outcome={actionData?.outcome} />
    </div>
  )
}

type Outcome = NonNullable<Route.ComponentProps['actionData']>['outcome']

function LeaveState({ token, outcome }: { token: string; outcome: Outcome | undefined }) {
  if (outcome === 'done') {
    return (
      <>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          You have <em>left the club</em>
        </h1>
        <p className={layout.lede}>
          No more letters. Your address is deleted in thirty days. It was good to have you; the door stays open.
        </p>
        <p className={newsletterPageStyles.newsletterActions}>
          <a href="/newsletter" className={`${controls.button} ${controls.quiet}`}>
            Join again
          </a>
        </p>
      </>
    )
  }
  if (outcome === 'over' || token === '') {
    return (
      <>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          This address is <em>not on our list</em>
        </h1>
        <p className={layout.lede}>
          It has left already, or the link is not whole: copy it from the letter to its end. If letters still come,
          write to us and we take the address off by hand.
        </p>
        <p className={newsletterPageStyles.newsletterActions}>
          <a href="/contact" className={controls.button}>
            Write to us
          </a>
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        Leave <em>the club?</em>
      </h1>
      {outcome === 'unavailable' && (
        <p role="alert" className={fieldStyles.formNote} data-kind="error">
          That did not work just now. Please press the button again in a few minutes.
        </p>
      )}
      <p className={layout.lede}>One press, and no letter follows.</p>
      <LinkForm action="/newsletter/unsubscribe" token={token} label="Unsubscribe" />
    </>
  )
}
