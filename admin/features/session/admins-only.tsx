import { Link, Outlet } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { useRole } from './access.ts'

/** Around the screens of Administration. The tables behind them refuse everybody else anyway; this says so in words. */
export function AdminsOnly() {
  if (useRole() === 'admin') return <Outlet />
  return (
    <section className={page.panel}>
      <title>Admins only | Admin Dashboard</title>
      <h1 className={page.title}>Admins only</h1>
      <p className={page.soft}>Your role is editor. Ask an admin for what you need here.</p>
      <p>
        <Link to="/dashboard" className={controls.button}>
          Back to the dashboard
        </Link>
      </p>
    </section>
  )
}
