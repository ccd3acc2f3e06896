import { CircleUser, LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'
import { hasRole, type StaffRole } from '../session/rights.ts'
import { signOut } from '../session/session-store.ts'
import { navigation } from './navigation.ts'
import * as styles from './sidebar.module.css'

interface SidebarProps {
  email: string
  role: StaffRole
  /** After a link was followed: a phone's drawer closes. */
  onFollow?: () => void
}

export function Sidebar({ email, role, onFollow }: SidebarProps) {
  const { pathname, hash } = useLocation()
  const here = pathname + hash
  return (
    <div className={styles.inside}>
      <p className={styles.brand} aria-hidden="true">
        <span className={styles.mark}>✽</span> <span className={styles.word}>{siteConfig.name}</span>
      </p>
      <nav aria-label="Back office" className={styles.groups}>
        {navigation
          .filter((group) => hasRole(role, group.for))
          .map((group) => (
            <section key={group.title}>
              <h2 className={styles.groupTitle}>{group.title}</h2>
              <ul>
                {group.items.map(({ label, to, icon: Icon }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className={styles.item}
                      title={label}
                      aria-current={to === here ? 'page' : undefined}
                      {...(onFollow && { onClick: onFollow })}
                    >
                      <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
                      <span className={styles.word}>{label}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </nav>
      <div className={styles.footer}>
        <p className={styles.person}>
          <span className={styles.email}>{email}</span>
          <span className={styles.role}>{role}</span>
        </p>
        <Link
          to="/account"
          className={styles.item}
          title="Account"
          aria-current={here === '/account' ? 'page' : undefined}
          {...(onFollow && { onClick: onFollow })}
        >
          <CircleUser size={18} strokeWidth={1.6} aria-hidden="true" />
          <span className={styles.word}>Account</span>
        </Link>
        <button type="button" className={styles.item} title="Sign Out" onClick={() => void signOut()}>
          <LogOut size={18} strokeWidth={1.6} aria-hidden="true" />
          <span className={styles.word}>Sign Out</span>
        </button>
      </div>
    </div>
  )
}
