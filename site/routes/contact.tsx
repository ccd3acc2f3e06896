import { pageMeta, siteUrlOf } from '../lib/seo.ts'
import { siteConfig } from '../lib/site-config.ts'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Contact',
    description: `Write to ${siteConfig.name}: questions, corrections and brand partnerships.`,
    path: '/contact',
    siteUrl: siteUrlOf(matches),
  })

export default function Contact() {
  const { email, social } = siteConfig
  return (
    <div className="wrap not-found">
      <p className="kicker">Contact</p>
      <h1 className="display page-title">
        Write to <em>us</em>
      </h1>
      <p className="lede">Questions, corrections, a product we should know. Somebody reads everything.</p>
      <ul className="ways">
        <li>
          <a href={`mailto:${email.general}`}>
            <span className="display">General</span>
            <span>{email.general}</span>
          </a>
        </li>
        <li>
          <a href={`mailto:${email.partnerships}`}>
            <span className="display">Brand partnerships</span>
            <span>{email.partnerships}</span>
          </a>
        </li>
        {social
          .filter(({ name }) => name !== 'Pinterest')
          .map(({ name, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener">
                <span className="display">{name}</span>
                <span>Opens in a new tab</span>
              </a>
            </li>
          ))}
      </ul>
    </div>
  )
}
