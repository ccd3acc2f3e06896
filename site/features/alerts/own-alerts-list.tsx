import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatPrice } from '#domain/money.ts'
import type { OwnAlert } from './own-alerts.ts'
import * as styles from './own-alerts-list.module.css'

interface OwnAlertsListProps {
  alerts: readonly OwnAlert[]
  token: string
}

/** Each with the one thing that can be done about it; ending all of them comes last. */
export function OwnAlertsList({ alerts, token }: OwnAlertsListProps) {
  return (
    <>
      <ul className={styles.ownAlerts}>
        {alerts.map((alert) => (
          <li key={alert.id}>
            <p>
              {alert.productId === null ? alert.name : <a href={`/p/${alert.productId}`}>{alert.name}</a>}
              <span className={styles.wish}>{wishOf(alert)}</span>
            </p>
            <EndForm token={token} remove={alert.id} label="End" about={` the alert of ${alert.name}`} />
          </li>
        ))}
      </ul>
      <EndForm token={token} remove="all" label="End all of them" about="" />
    </>
  )
}

const EndForm = ({ token, remove, label, about }: { token: string; remove: string; label: string; about: string }) => (
  <form method="post" action="/alerts">
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="remove" value={remove} />
    <button type="submit" className={`${controls.button} ${controls.quiet}`}>
      {label}
      <span className={layout.srOnly}>{about}</span>
    </button>
  </form>
)

function wishOf({ kind, targetPrice, currency, isActive }: OwnAlert): string {
  const wish = {
    low: 'when it costs less than in the thirty days before',
    target: `when it costs ${formatPrice(targetPrice, currency) ?? 'your price'} or less`,
    stock: 'when it can be bought again',
  }[kind]
  return isActive ? wish : `${wish} (not active)`
}
