import { useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { shareImage } from '#site/ssr/document/seo.ts'
import * as styles from './share-links.module.css'

/** Plain addresses of other sites' share pages: nothing of theirs is loaded here. */
export function ShareLinks({ url, title }: { url: string; title: string }) {
  const [copied, setCopied] = useState('')
  const to = encodeURIComponent(url)
  const text = encodeURIComponent(title)
  const { origin, pathname } = new URL(url)
  const tall = encodeURIComponent(origin + shareImage(pathname, 'tall'))
  const places = [
    ['Pinterest', `https://www.pinterest.com/pin/create/button/?url=${to}&media=${tall}&description=${text}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${to}`],
    ['Twitter', `https://twitter.com/intent/tweet?url=${to}&text=${text}`],
    ['E-mail', `mailto:?subject=${text}&body=${to}`],
  ] as const
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('Link copied'),
      () => setCopied('Copy the address from your browser’s bar'),
    )
  return (
    <section className={styles.share} aria-label="Share this article">
      <span className={layout.kicker}>Share</span>
      <ul>
        {places.map(([name, href]) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener nofollow" className={controls.textLink}>
              {name}
              <span className={layout.srOnly}> (opens in a new tab)</span>
            </a>
          </li>
        ))}
        <li className={visitor.needsScript}>
          <button type="button" className={controls.textLink} onClick={() => void copy()}>
            Copy link
          </button>
        </li>
      </ul>
      <span role="status" className={styles.shareSaid}>
        {copied}
      </span>
    </section>
  )
}
