import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { loadLink, pressLink } from '#site/features/newsletter/link-page.ts'
import { LinkForm } from '#site/features/newsletter/newsletter-link-form.tsx'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { privateHeaders, privateMeta } from '#site/features/newsletter/private-page.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import type { Route } from './+types/alert-confirm.ts'

export const meta: Route.MetaFunction = () => privateMeta('Confirm your alert')
export const headers: Route.HeadersFunction = privateHeaders
export const loader = loadLink
export const action = pressLink('confirm-price-alert')

export default function ConfirmAlert({ loaderData, actionData }: Route.ComponentProps) {
  const token = actionData?.token ?? loaderData.token
  const outcome = actionData?.outcome
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>Price alert</p>
      {outcome === 'done' ? (
        <Text title="We keep" stressed="watch" text="A mail follows as soon as it comes true, and one a day at most." />
      ) : outcome === 'over' || token === '' ? (
        <Text
          title="This link"
          stressed="is over"
          text="It works for seven days, and only as a whole. Ask for the alert again on the product’s page."
        />
      ) : (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            One press, <em>and we keep watch</em>
          </h1>
          {outcome === 'unavailable' && (
            <p role="alert" className={fieldStyles.formNote} data-kind="error">
              That did not work just now. Please press the button again in a few minutes.
            </p>
          )}
          <LinkForm action="/alerts/confirm" token={token} label="Yes, this is my address" />
          <p className={layout.lede}>
            If you did not ask for this, close the page. Nothing is sent, and the address is deleted.
          </p>
        </>
      )}
    </div>
  )
}

const Text = ({ title, stressed, text }: { title: string; stressed: string; text: string }) => (
  <>
    <h1 className={`${layout.display} ${layout.pageTitle}`}>
      {title} <em>{stressed}</em>
    </h1>
    <p className={layout.lede}>{text}</p>
    <p className={newsletterPageStyles.newsletterActions}>
      <a href="/deals" className={`${controls.button} ${controls.quiet}`}>
        See what fell already
      </a>
    </p>
  </>
)
