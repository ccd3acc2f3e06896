import { siteConfig } from '#domain/site-config.ts'
import { glowUpPlan } from '#site/features/newsletter/glow-up-plan.ts'
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

/** The club's welcome gift. On paper it is the card alone, on one sheet of A4 or Letter. */
export default function GlowUpCard() {
  return (
    <div className="wrap week-card-page">
      <div className="week-card-intro">
        <p className="kicker">Your welcome gift</p>
        <h1 className="display page-title">
          The week, <em>on one sheet</em>
        </h1>
        <p className="lede">
          Print it on A4 or Letter, hang it where you brush your teeth, and tick as you go. Seven ticks are a good week;
          twenty-one are a rare one.
        </p>
        <p className="week-card-actions">
          <button type="button" className="button needs-script" onClick={() => window.print()}>
            Print the card
          </button>
          <span className="without-script">Print it with your browser’s own print command.</span>
          <a href="/glow-up-plan" className="text-link">
            Read the whole plan
          </a>
        </p>
      </div>
      <section className="week-card" aria-labelledby="week-card">
        <header>
          <h2 id="week-card" className="display">
            Seven days of <em>glow</em>
          </h2>
          <p>
            Week of <span className="week-card-line" />
          </p>
        </header>
        <ol>
          {glowUpPlan.map(({ title, steps }, index) => (
            <li key={title}>
              <h3 className="display">
                <span className="week-card-number">{index + 1}</span> {title}
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
            I keep: <span className="week-card-line" />
          </p>
          <p className="display">{siteConfig.name}</p>
        </footer>
      </section>
    </div>
  )
}
