import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { ThemeSwitch } from '#site/features/layout/theme-switch.tsx'
import * as profileStyles from '#site/features/own-lists/profile.module.css'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { LazyPart } from '#site/ui/lazy-part.tsx'
import type { Route } from './+types/me.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'User Profile',
    description: 'What you saved and looked at, kept in your browser.',
    path: '/me',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

const ownLists = async () => (await import('#site/features/own-lists/own-lists.tsx')).OwnLists

/** Without an account: everything here is kept by the visitor's own browser. */
export default function Profile() {
  return (
    <div className={`${layout.wrap} ${profileStyles.profile}`}>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>User Profile</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          Kept <em>for you</em>
        </h1>
        <p className={layout.lede}>
          What you saved, what you looked at, and how you like this site. No account needed.
        </p>
      </header>
      <p className={visitor.withoutScript}>
        Saved items are kept by your browser, and showing them takes JavaScript. It is switched off here.
      </p>
      <div className={visitor.needsScript}>
        <LazyPart load={ownLists}>
          <p role="status" className={profileStyles.profileLoading}>
            Loading your items…
          </p>
        </LazyPart>
      </div>
      <section className={`${layout.section} ${layout.compact} ${visitor.needsScript}`} aria-labelledby="theme-title">
        <h2 id="theme-title" className={`${layout.display} ${layout.sectionTitle}`}>
          Theme
        </h2>
        <ThemeSwitch />
      </section>
      <section className={`${layout.section} ${layout.compact}`} aria-labelledby="newsletter-title">
        <h2 id="newsletter-title" className={`${layout.display} ${layout.sectionTitle}`}>
          The e-mail club
        </h2>
        <p>
          At most one letter a week, and one click to leave. The form is at the{' '}
          <a href="#newsletter" className={controls.textLink}>
            foot of this page
          </a>
          .
        </p>
      </section>
    </div>
  )
}
