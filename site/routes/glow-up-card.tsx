import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { siteConfig } from '#domain/site-config.ts'
import { glowUpPlan } from '#site/features/newsletter/glow-up-plan.ts'
import * as weekCardStyles from '#site/features/newsletter/week-card.module.css'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import type { Route } from './+types/glow-up-card.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Your week card',
    description: 'The 7-Day Glow-Up Plan on one sheet, with a box to tick for every part of every day.',
    path: '/glow-up-plan/card',
    siteUrl: siteUrlOf(matches),
    noindex: true,
  })

/** The welcome gift of newsletter subscribers. On paper it is the card alone, on one sheet of A4 or Letter. */
export default function GlowUpCard() {
  return (
    <div className={`${layout.wrap} ${weekCardStyles.weekCardPage}`}>
      <div className={weekCardStyles.weekCardIntro}>
        <p className={layout.kicker}>Your welcome gift</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>
          The week, <em>on one sheet</em>
        </h1>
        <p className={layout.lede}>
          Print it on A4 or Letter, hang it where you brush your teeth, and tick as you go. Seven ticks are a good week;
          twenty-one are a rare one.
        </p>
        <p className={weekCardStyles.weekCardActions}>
          <button type="button" className={`${controls.button} ${visitor.needsScript}`} onClick={() => window.print()}>
            Print the card
          </button>
          <span className={visitor.withoutScript}>Print it with your browser’s own print command.</span>
          <a href="/glow-up-plan" className={controls.textLink}>
            Read the whole plan
          </a>
        </p>
      </div>
      <section className={weekCardStyles.weekCard} aria-labelledby="week-card">
        <header>
          <h2 id="week-card" className={layout.display}>
            Seven days of <em>glow</em>
          </h2>
          <p>
            Week of <span className={weekCardStyles.weekCardLine} />
          </p>
        </header>
        <ol>
          {glowUpPlan.map(({ title, steps }, index) => (
            <li key={title}>
              <h3 className={layout.display}>
                <span className={weekCardStyles.weekCardNumber}>{index + 1}</span> {title}
              </h3>
              <ul>
                {steps.map(({ when, task }) => (
                  <li key={when}>
                    <label>
                      <input type="checkbox" />
                      {task}
                    </label>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <footer>
          <p>
            I keep: <span className={weekCardStyles.weekCardLine} />
          </p>
          <p className={layout.display}>{siteConfig.name}</p>
        </footer>
      </section>
    </div>
  )
}
