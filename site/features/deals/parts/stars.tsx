import * as layout from '#design/layout.module.css'
import * as styles from './stars.module.css'

/** Five stars filled to the nearest half, and the rating with one decimal. */
export function Stars({ rating }: { rating: number }) {
  const filled = Math.round(rating * 2) / 2
  return (
    <p className={styles.stars} data-part="stars">
      <svg width="90" height="18" viewBox="0 0 120 24" aria-hidden="true">
        {[0, 1, 2, 3, 4].map((star) => (
          <g key={star} transform={`translate(${star * 24} 0)`} data-fill={Math.max(0, Math.min(1, filled - star))}>
            <path d={outline} className={styles.starEmpty} />
            {filled > star && (
              <path
                d={outline}
                className={styles.starFull}
                clipPath={filled - star < 1 ? 'inset(0 50% 0 0)' : undefined}
              />
            )}
          </g>
        ))}
      </svg>
      <span className={layout.srOnly}>Rated </span>
      {rating.toFixed(1)}
      <span className={layout.srOnly}> out of 5</span>
    </p>
  )
}

const outline = 'M12 2.2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.4l-6.1 3.4 1.4-6.8L2.2 9.3l6.9-.8Z'
