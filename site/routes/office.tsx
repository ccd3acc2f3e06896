import { siteConfig } from '#domain/site-config.ts'
import type { Route } from './+types/office.ts'

export const meta: Route.MetaFunction = () => [
  { title: `The office | ${siteConfig.name}` },
  { name: 'robots', content: 'noindex' },
]

/** /admin and /admin/login while this release has no back office on the web: it says so, and where the shop is run from. */
export default function Office() {
  return (
    <div className="wrap not-found">
      <p className="kicker">For the people who run {siteConfig.name}</p>
      <h1 className="display page-title">
        The office has <em>no door</em> here
      </h1>
      <p className="lede">
        This release has no sign-in on the web. The shop is run with the operator’s own tools, which the handbook beside
        the software describes. Visitors need no account for anything.
      </p>
      <p>
        <a href="/" className="button quiet">
          Back to the shop
        </a>
      </p>
    </div>
  )
}
