import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { siteConfig } from '#domain/site-config.ts'
import * as messagePageStyles from '#site/ui/message-page.module.css'
import type { Route } from './+types/office.ts'

export const meta: Route.MetaFunction = () => [
  { title: `The office | ${siteConfig.name}` },
  { name: 'robots', content: 'noindex' },
]

/** /admin and /admin/login while this release has no back office on the web: it says so, and where the shop is run from. */
export default function Office() {
  return (
    <div className={`${layout.wrap} ${messagePageStyles.notFound}`} data-part="not-found">
      <p className={layout.kicker}>For the people who run {siteConfig.name}</p>
      <h1 className={`${layout.display} ${layout.pageTitle}`}>
        The office has <em>no door</em> here
      </h1>
      <p className={layout.lede}>
        This release has no sign-in on the web. The shop is run with the operator’s own tools, which the handbook beside
        the software describes. Visitors need no account for anything.
      </p>
      <p>
        <a href="/" className={`${controls.button} ${controls.quiet}`}>
          Back to the shop
        </a>
      </p>
    </div>
  )
}
