import { useState } from 'react'
import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { isEmail } from '#domain/email.ts'
import { NewsletterForm } from '#site/features/newsletter/newsletter-form.tsx'
import * as newsletterPageStyles from '#site/features/newsletter/newsletter-page.module.css'
import { joinNewsletter } from '#site/features/newsletter/newsletter-signup.ts'
import { signupTexts } from '#site/features/newsletter/signup-texts.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import * as fieldStyles from '#site/ui/field.module.css'
import { MailWaits } from '#site/ui/mail-waits.tsx'
import type { Route } from './+types/newsletter.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'The e-mail club',
    description: 'A free 7-Day Glow-Up Plan and a welcome gift, and at most one letter a week.',
    path: '/newsletter',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

/** The form as it is without script: what was typed comes back with what is wrong with it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  if (!isEmail(email)) return data({ ok: false, email, message: signupTexts.invalid }, { status: 400 })
  const source_page = String(form.get('source') ?? '/').slice(0, 500)
  const website = String(form.get('website') ?? '').slice(0, 500)
  const { post } = context.get(siteContext)
  const { ok, status, message } = await joinNewsletter(post, { email, source_page, website })
  return data({ ok, email, message }, { status })
}

/** Where the footer's form leads without script, and where other pages send who wants to join. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  const [joinedHere, setJoinedHere] = useState(false)
  const joined = joinedHere || actionData?.ok
  return (
    <div className={`${layout.wrap} ${newsletterPageStyles.newsletterPage}`}>
      <p className={layout.kicker}>The e-mail club</p>
      {joined ? (
        <div role="status">
          <h1 className={`${layout.display} ${layout.pageTitle}`}>{signupTexts.joinedTitle}</h1>
          <p className={layout.lede}>{signupTexts.joinedText}</p>
          <p className={layout.lede}>
            {signupTexts.confirmText}
            <MailWaits />
          </p>
        </div>
      ) : (
        <>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            A free 7-Day <em>Glow-Up</em> Plan
          </h1>
          <p className={layout.lede}>
            And a welcome gift. A letter follows only when there is news worth one, at most once a week.
          </p>
          {actionData && !actionData.ok && (
            <p role="alert" className={fieldStyles.formNote} data-kind="error">
              {actionData.message}
            </p>
          )}
          <NewsletterForm
            onJoined={() => setJoinedHere(true)}
            email={actionData?.email}
            error={actionData && !actionData.ok ? actionData.message : undefined}
          />
        </>
      )}
      <p>
        <a href="/" className={controls.textLink}>
          Back to the home page
        </a>
      </p>
    </div>
  )
}
