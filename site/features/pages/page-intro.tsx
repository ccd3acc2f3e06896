import * as layout from '#design/layout.module.css'
import { Sections } from '#site/features/journal/sections.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { dataOf } from '#site/ssr/data/query-result.ts'
import type { LoadedPage } from './load-page.ts'
import * as styles from './page-intro.module.css'

interface PageIntroProps {
  /** The page whose text stands below the head; the screen is whole without one. */
  written: LoadedPage
  kicker: string
  title: string
  lede: string
}

/** The head of a screen, and what editors wrote for it. */
export function PageIntro({ written, kicker, title, lede }: PageIntroProps) {
  const page = dataOf(written.page)
  const sections = page?.text.sections ?? []
  return (
    <>
      <header className={layout.pageHead}>
        <p className={layout.kicker}>{kicker}</p>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>{title}</h1>
        <p className={layout.lede}>{lede}</p>
      </header>
      {sections.length > 0 && (
        <div className={styles.pageIntro} data-part="page-intro">
          {page?.text.hasPaidLinks && <DisclosureLine />}
          <Sections sections={sections} products={written.products} />
        </div>
      )}
    </>
  )
}
