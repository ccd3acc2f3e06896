import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { type OwnAlerts, ownAlerts, statusOf } from '#site/features/alerts/own-alerts.ts'
import { OwnAlertsList } from '#site/features/alerts/own-alerts-list.tsx'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { privateHeaders, privateMeta } from '#site/features/newsletter/private-page.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import type { Route } from './+types/alerts.ts'

export const meta: Route.MetaFunction = () => privateMeta('Your alerts')
export const headers: Route.HeadersFunction = privateHeaders

/** Opening the link changes nothing: machines open links, people press. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const own: OwnAlerts = token === '' ? { state: 'over' } : await ownAlerts(context.get(siteContext).post, token)
  return data({ token, own }, { status: statusOf[own.state] })
}

/** The page's own buttons, and the button of mail programs: they post to the mail's address (RFC 8058). */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const token = new URL(request.url).searchParams.get('token') ?? String(form.get('token') ?? '')
  const isOneClick = form.get('List-Unsubscribe') === 'One-Click'
  // A post that names nothing ends nothing: it is answered with what there is.
  const remove = isOneClick ? 'all' : String(form.get('remove') ?? '') || undefined
  const own = await ownAlerts(context.get(siteContext).post, token, remove)
  return data({ token, own }, { status: statusOf[own.state] })
}

export default function Alerts({ loaderData, actionData }: Route.ComponentProps) {
  const { token, own } = actionData ?? loaderData
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>Price alerts</p>
      <State token={token} own={own} hasEnded={actionData !== undefined} />
    </div>
  )
}

function State({ token, own, hasEnded }: { token: string; own: OwnAlerts; hasEnded: boolean }) {
  if (own.state === 'known' && own.alerts.length > 0) {
    return (
      <>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          What we <em>watch for you</em>
        </h1>
        {hasEnded && <p role="status">It is ended.</p>}
        <OwnAlertsList alerts={own.alerts} token={token} />
      </>
    )
  }
  const [title, stressed, text] = WORDS[own.state]
  return (
    <>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        {title} <em>{stressed}</em>
      </h1>
      <p className={layout.lede}>{text}</p>
      <p className={newsletterPageStyles.newsletterActions}>
        <a href={own.state === 'over' ? '/contact' : '/deals'} className={`${controls.button} ${controls.quiet}`}>
          {own.state === 'over' ? 'Write to us' : 'See what fell already'}
        </a>
      </p>
    </>
  )
}

const WORDS = {
  known: ['Nothing is', 'watched', 'You have no alert, and no mail follows. Your address is deleted in thirty days.'],
  over: [
    'This link',
    'is not ours any more',
    'It has ended already, or is not whole: copy it from the mail to its end. If mails still come, write to us and we take the address off by hand.',
  ],
  unavailable: ['Not', 'just now', 'That did not work just now. Please open the link again in a few minutes.'],
} as const
