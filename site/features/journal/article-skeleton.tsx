import * as controls from '#design/controls.module.css'
import * as articleStyles from './article.module.css'

/** An article or page that is being read again. */
export function ArticleSkeleton() {
  return (
    <div role="status" aria-label="Loading the article">
      <span className={`${controls.skeleton} ${controls.line} ${controls.short}`} />
      <span className={`${controls.skeleton} ${controls.line}`} />
      <span className={`${controls.frame} ${controls.wide} ${controls.skeleton} ${articleStyles.articleImage}`} />
    </div>
  )
}
