import { Sections } from '#site/features/journal/sections.tsx'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { useShopQuery } from '#site/ssr/data/use-query.tsx'
import { pageQuery } from './queries.ts'

interface PageIntroProps {
  /** The row of `pages` whose text stands below the head; the screen is whole without one. */
  path: string
  kicker: string
  title: string
  lede: string
}

/** The head of a screen, and what editors wrote for it. */
export function PageIntro({ path, kicker, title, lede }: PageIntroProps) {
  const { data: page } = useShopQuery(pageQuery(path))
  const sections = page?.text.sections ?? []
  return (
    <>
      <header className="page-head">
        <p className="kicker">{kicker}</p>
        <h1 className="display page-title">{title}</h1>
        <p className="lede">{lede}</p>
      </header>
      {sections.length > 0 && (
        <div className="page-intro">
          {page?.text.hasPaidLinks && <DisclosureLine />}
          <Sections sections={sections} />
        </div>
      )}
    </>
  )
}
