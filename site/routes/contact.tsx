import { data } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as contactStyles from '#site/features/contact/contact.module.css'
import { readContactForm } from '#site/features/contact/contact-fields.ts'
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
const networks = () => siteConfig.social.filter(({ name }) => name !== 'Pinterest')

export default function Contact({ actionData }: Route.ComponentProps) {
  const { email } = siteConfig
  return (
    <div className={`${layout.wrap} ${contactStyles.contact}`}>
      <header>
        <p className={layout.kicker}>Contact</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          Write to <em>us</em>
        </h1>
        <p className={layout.lede}>Questions, corrections, a product we should know. Somebody reads everything.</p>
      </header>
      <ul className={contactStyles.contactCards}>
        <li>
          <h2 className={layout.display}>General</h2>
          <p>Anything that is on your mind.</p>
          <a href={`mailto:${email.general}`} className={controls.textLink}>
            {email.general}
          </a>
        </li>
        <li>
          <h2 className={layout.display}>Brand partnerships</h2>
          <p>For brands, shops and their agencies.</p>
          <a href={`mailto:${email.partnerships}`} className={controls.textLink}>
            {email.partnerships}
          </a>
        </li>
        <li>
          <h2 className={layout.display}>Social</h2>
          <p>New finds first, and a look behind the desk.</p>
          <p className={contactStyles.contactNetworks}>
            {networks().map(({ name, url }) => (
              <a key={name} href={url} target="_blank" rel="noopener" className={controls.textLink}>
                {name}
                <span className={layout.srOnly}> (opens in a new tab)</span>
              </a>
            ))}
          </p>
        </li>
      </ul>
      <section className={contactStyles.contactWrite} data-part="contact-write" aria-labelledby="contact-write">
        <div>
          <h2 id="contact-write" className={`${layout.display} ${layout.sectionTitle}`}>
            Send a message
          </h2>
          <p className={layout.lede}>Tell us as much as you like. The answer goes to the address you give.</p>
        </div>
        <ContactForm typed={actionData?.typed} result={actionData?.result} />
      </section>
    </div>
  )
}
