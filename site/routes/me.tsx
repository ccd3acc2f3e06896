import { ThemeSwitch } from '#site/features/layout/theme-switch.tsx'
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
    <div className="wrap profile">
      <header className="page-head">
        <p className="kicker">User Profile</p>
        <h1 className="display page-title">
          Kept <em>for you</em>
        </h1>
        <p className="lede">What you saved, what you looked at, and how you like this site. No account needed.</p>
      </header>
      <p className="without-script">
        Saved items are kept by your browser, and showing them takes JavaScript. It is switched off here.
      </p>
      <div className="needs-script">
        <LazyPart load={ownLists}>
          <p role="status" className="profile-loading">
            Loading your items…
          </p>
        </LazyPart>
      </div>
      <section className="section compact needs-script" aria-labelledby="theme-title">
        <h2 id="theme-title" className="display section-title">
          Theme
        </h2>
        <ThemeSwitch />
      </section>
      <section className="section compact" aria-labelledby="club-title">
        <h2 id="club-title" className="display section-title">
          The e-mail club
        </h2>
        <p>
          At most one letter a week, and one click to leave. The form is at the{' '}
          <a href="#club" className="text-link">
            foot of this page
          </a>
          .
        </p>
      </section>
    </div>
  )
}
