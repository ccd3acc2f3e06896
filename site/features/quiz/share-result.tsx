import { useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { type Animal, results } from '#domain/quiz-results.ts'
import { recordEvent } from '#site/features/events/record-event.ts'
import * as styles from './share-result.module.css'

/** Where a result can be told. Answers stand in a live region: an alert would stop everything for a sentence. */
export function ShareResult({ animal, url }: { animal: Animal; url: string }) {
  const { title, share } = results[animal]
  const [said, setSaid] = useState('')
  const record = (channel: string) => recordEvent('quiz_share', { properties: { channel, result: animal } })

  const onShare = async () => {
    if (typeof navigator.share === 'function') {
      record('device')
      try {
        await navigator.share({ title, text: share, url })
        return
      } catch (error) {
        // She closed the sheet: that is an answer.
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    record('clipboard')
    try {
      await navigator.clipboard.writeText(`${share} ${url}`)
      setSaid('Results copied to clipboard!')
    } catch {
      setSaid(`Your browser did not let us copy. Here it is: ${share} ${url}`)
    }
  }

  const facebook = `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`
  const twitter = `https://twitter.com/intent/tweet?${new URLSearchParams({ text: share, url })}`
  return (
    <div className={styles.quizShare}>
      <button type="button" className={`${controls.button} ${visitor.needsScript}`} onClick={onShare}>
        Share Results
      </button>
      <a href={facebook} target="_blank" rel="noopener" className={controls.chip} onClick={() => record('facebook')}>
        Facebook<span className={layout.srOnly}> (opens in a new tab)</span>
      </a>
      <a href={twitter} target="_blank" rel="noopener" className={controls.chip} onClick={() => record('twitter')}>
        Twitter<span className={layout.srOnly}> (opens in a new tab)</span>
      </a>
      <button
        type="button"
        className={`${controls.chip} ${visitor.needsScript}`}
        onClick={() => {
          record('instagram')
          setSaid('Share your result screenshot on Instagram stories!')
        }}
      >
        Instagram
      </button>
      <p className={styles.quizSaid} role="status">
        {said}
      </p>
    </div>
  )
}
