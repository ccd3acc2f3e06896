import * as controls from '#design/controls.module.css'
import { ArrowIcon } from '#design/icons.tsx'
import * as layout from '#design/layout.module.css'
import { glowUpPlan } from '#site/features/newsletter/glow-up-plan.ts'
import * as planStyles from '#site/features/newsletter/plan.module.css'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { Art } from '#site/ui/art.tsx'
import type { Route } from './+types/glow-up-plan.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'The 7-Day Glow-Up Plan',
    description:
      'Seven days, twenty minutes each: sleep, skin, movement, wardrobe, hair, home, and what you keep of it.',
    path: '/glow-up-plan',
    siteUrl: siteUrlOf(matches),
    // Promised to newsletter subscribers: found by their email, not by a search engine.
    noindex: true,
  })

export default function GlowUpPlan() {
  return (
    <article>
      <header className={`${layout.wrap} ${planStyles.planHead}`}>
        <div>
          <p className={layout.kicker}>For the e-mail club</p>
          <h1 className={`${layout.display} ${layout.pageTitle}`}>
            The 7-Day <em>Glow-Up</em> Plan
          </h1>
          <p className={layout.lede}>
            One small thing a day, about twenty minutes, in an order that makes each day easier than the last. Nothing
            in it has to be bought.
          </p>
          <p className={planStyles.planGift}>
            <a href="/glow-up-plan/card" className={controls.button}>
              Your gift: the week as a card to print <ArrowIcon />
            </a>
          </p>
        </div>
        <Art
          name="bath-body"
          widths={[360, 720]}
          sizes="(min-width: 60rem) 26rem, 90vw"
          width={720}
          height={900}
          first
        />
      </header>
      <ol className={layout.wrap}>
        {glowUpPlan.map(({ title, lede, why, steps }, index) => (
          <li key={title} id={`day-${index + 1}`} className={planStyles.planDay}>
            <header>
              <p className={layout.kicker}>Day {index + 1}</p>
              <h2 className={`${layout.display} ${layout.sectionTitle}`}>{title}</h2>
              <p className={`${planStyles.planLede} ${layout.display}`}>{lede}</p>
            </header>
            <div>
              <p>{why}</p>
              <dl>
                {steps.map(({ when, task, how }) => (
                  <div key={when}>
                    <dt>
                      <span className={layout.kicker}>{when}</span> {task}
                    </dt>
                    <dd>{how}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ol>
      <footer className={`${layout.wrap} ${planStyles.planEnd}`}>
        <p className={layout.lede}>
          None of this is medical advice. If your skin or your sleep worries you, a doctor is the better letter to
          write.
        </p>
        <p>
          <a href="/blog" className={controls.moreLink}>
            Read on in the journal <ArrowIcon />
          </a>
        </p>
      </footer>
    </article>
  )
}
