import { data } from 'react-router'
import { JoinedPanel } from '../components/layout/newsletter-card.tsx'
import { joinClub } from '../data/join-club.ts'
import { siteContext } from '../data/site-context.ts'
import { isEmail } from '../lib/email.ts'
import { signupTexts } from '../lib/newsletter.ts'
import { siteConfig } from '../lib/site-config.ts'
import type { Route } from './+types/newsletter.ts'

export const meta: Route.MetaFunction = () => [
  { title: `The e-mail club | ${siteConfig.name}` },
  { name: 'robots', content: 'noindex' },
]

/** The form as it is without script. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const source_page = String(form.get('source') ?? '/').slice(0, 200)
  if (!isEmail(email)) return data({ ok: false, message: signupTexts.invalid }, { status: 400 })
  const { post } = context.get(siteContext)
  const { ok, status, message } = await joinClub(post, { email, source_page })
  return data({ ok, message }, { status })
}

/** Only seen without script: the card shows its own answer otherwise. */
export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap article">
      <h1 className="display page-title">The e-mail club</h1>
      {actionData?.ok && <JoinedPanel />}
      {actionData && !actionData.ok && <p role="alert">{actionData.message}</p>}
      {!actionData?.ok && <p className="lede">The form is at the foot of this page.</p>}
      <p>
        <a href="/" className="text-link">
          Back to the home page
        </a>
      </p>
    </div>
  )
}
