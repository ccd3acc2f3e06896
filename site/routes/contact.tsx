import { data } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import { readContactForm } from '#site/features/contact/contact.ts'
import { ContactForm } from '#site/features/contact/contact-form.tsx'
import { sendMessage } from '#site/features/contact/send-message.ts'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Contact',
    description: `Write to ${siteConfig.name}: questions, corrections and brand partnerships.`,
    path: '/contact',
    siteUrl: siteUrlOf(matches),
  })

/** The form as it is without script: what was typed comes back with what is wrong with it. */
export async function action({ request, context }: Route.ActionArgs) {
  const typed = readContactForm(await request.formData())
  const result = await sendMessage(context.get(siteContext).post, typed)
  return data({ typed, result }, { status: result.status })
}

/** The two networks that the specification names. */
const networks = siteConfig.social.filter(({ name }) => name !== 'Pinterest')

export default function Contact({ actionData }: Route.ComponentProps) {
  const { email } = siteConfig
  return (
    <div className="wrap contact">
      <header className="contact-head">
        <p className="kicker">Contact</p>
        <h1 className="display page-title">
          Write to <em>us</em>
        </h1>
        <p className="lede">Questions, corrections, a product we should know. Somebody reads everything.</p>
      </header>
      <ul className="contact-cards">
        <li>
          <h2 className="display">General</h2>
          <p>Anything that is on your mind.</p>
          <a href={`mailto:${email.general}`} className="text-link">
            {email.general}
          </a>
        </li>
        <li>
          <h2 className="display">Brand partnerships</h2>
          <p>For brands, shops and their agencies.</p>
          <a href={`mailto:${email.partnerships}`} className="text-link">
            {email.partnerships}
          </a>
        </li>
        <li>
          <h2 className="display">Social</h2>
          <p>New finds first, and a look behind the desk.</p>
          <p className="contact-networks">
            {networks.map(({ name, url }) => (
              <a key={name} href={url} target="_blank" rel="noopener" className="text-link">
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ))}
          </p>
        </li>
      </ul>
      <section className="contact-write" aria-labelledby="contact-write">
        <div>
          <h2 id="contact-write" className="display section-title">
            Send a message
          </h2>
          <p className="lede">Tell us as much as you like. The answer goes to the address you give.</p>
        </div>
        <ContactForm typed={actionData?.typed} result={actionData?.result} />
      </section>
    </div>
  )
}
