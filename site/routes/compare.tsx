import { useEffect, useLayoutEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import * as styles from '#site/features/compare/compare.module.css'
import { CompareTable } from '#site/features/compare/compare-table.tsx'
import { loadComparison } from '#site/features/compare/load-comparison.ts'
import { candidatesQuery } from '#site/features/compare/queries.ts'
import { begunComparison, keepComparison } from '#site/features/compare-choice/begun-comparison.ts'
import { comparedIds, comparePath, inOneParameter, mostCompared } from '#site/features/compare-choice/compared-ids.ts'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { ShareButton } from '#site/features/share/share-button.tsx'
import { loadQuery } from '#site/ssr/data/load-query.ts'
import { dataOf } from '#site/ssr/data/query-result.ts'
import { pageMeta, siteUrlOf } from '#site/ssr/document/seo.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import type { Route } from './+types/compare.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Compare',
    description: 'Up to four items side by side: price, shops, price by size, colors and sizes.',
    path: '/compare',
    siteUrl: siteUrlOf(matches),
    // There are as many comparisons as there are pairs.
    noindex: true,
  })

export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = comparedIds(url.searchParams)
  // The ticks of a list come one by one: the address that is shared has them in one.
  const path = inOneParameter(url.searchParams)
  if (path) throw redirect(path)
  const words = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  const { places, rows, notes, failed } = await loadComparison(asked, (query) => loadQuery(context, query))
  const ids = places.map(({ id }) => id)
  const candidates = await loadQuery(context, candidatesQuery({ words, like: ids[0] }))
  const others = (dataOf(candidates) ?? []).filter(({ id }) => !ids.includes(id))
  const adds = url.searchParams.has('add')
  return {
    places,
    rows,
    notes,
    failed,
    words,
    adds,
    others: others.map(({ id, name, merchant }) => ({ id, name, merchant })),
  }
}

export default function Compare({ loaderData }: Route.ComponentProps) {
  const { places, rows, notes, failed, words, adds, others } = loaderData
  const ids = places.map(({ id }) => id)
  const shown = ids.join()
  // What is looked at here is what grows in lists and on products: also what was taken away, and what was shared.
  const navigate = useNavigate()
  // Stored before it is painted: what is seen here must not be otherwise on the next page, however soon that is asked for.
  useLayoutEffect(() => {
    if (!adds) keepComparison(idsOf(shown))
  }, [adds, shown])
  useEffect(() => {
    if (adds) void navigate(comparePath([...new Set([...begunComparison(), ...idsOf(shown)])]), { replace: true })
  }, [adds, navigate, shown])
  return (
    <div className={layout.wrap}>
      <header className={layout.pageHead}>
        <h1 className={`${layout.display} ${layout.pageTitle}`}>Compare</h1>
        <p className={layout.lede}>
          Up to four items side by side. The address of this page is the comparison: share it.
        </p>
        {ids.length > 0 && (
          <div className={styles.actions}>
            <ShareButton name="A comparison" path={comparePath(ids)} />
            <button type="button" className={`${controls.textLink} ${visitor.needsScript}`} onClick={() => print()}>
              Print
            </button>
            <a href="/compare" className={controls.textLink}>
              Remove all
            </a>
          </div>
        )}
        {notes.length > 0 && (
          <div className={styles.notes} role={failed ? 'alert' : undefined}>
            <ul data-part="compare-notes">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
            {failed && (
              <a href={comparePath(ids)} className={controls.textLink}>
                Try Again
              </a>
            )}
          </div>
        )}
      </header>
      {ids.length > 0 ? (
        <>
          <DisclosureLine />
          <RetailerDisclosure offers={places.flatMap(({ item }) => item?.best ?? [])} />
          <CompareTable places={places} rows={rows} />
        </>
      ) : (
        <StateNote
          kind="empty"
          title="Nothing to compare yet"
          text="Tick Compare in any list, or press it on a product’s page."
        >
          <a href="/products" className={controls.textLink}>
            See all products
          </a>
        </StateNote>
      )}
      {ids.length < mostCompared && <AddMore ids={ids} words={words} others={others} />}
    </div>
  )
}

const idsOf = (text: string): number[] => (text ? text.split(',').map(Number) : [])

interface AddMoreProps {
  ids: readonly number[]
  words: string
  others: readonly { id: number; name: string; merchant: string }[]
}

function AddMore({ ids, words, others }: AddMoreProps) {
  return (
    <section className={`${layout.section} ${layout.compact} ${styles.moreSection}`} aria-labelledby="add-title">
      <h2 id="add-title" className={`${layout.display} ${layout.sectionTitle}`}>
        Add an item
      </h2>
      <form action="/compare" className={styles.search}>
        {ids.length > 0 && <input type="hidden" name="items" value={ids.join(',')} />}
        <input type="search" name="q" defaultValue={words} aria-label="Search for an item to add" required />
        <button type="submit" className={`${controls.button} ${controls.quiet}`}>
          Search
        </button>
      </form>
      {words !== '' && others.length === 0 && <p>Nothing else was found for “{words}”.</p>}
      <ul className={styles.more} data-part="compare-candidates">
        {others.map(({ id, name, merchant }) => (
          <li key={id}>
            <a href={comparePath([...ids, id])} className={controls.textLink}>
              Add {name} <span className={layout.srOnly}>of {merchant}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
