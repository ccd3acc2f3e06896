import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { BottomTabs } from './menus/bottom-tabs.tsx'
import * as styles from './shell.module.css'

/** What stands around every public page. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className={styles.skipLink}>
        Skip to the content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <BottomTabs />
    </>
  )
}
