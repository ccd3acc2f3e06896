import { Link } from 'react-router'
import * as controls from './controls.module.css'
import * as page from './page.module.css'

export const NotFound = () => (
  <section className={page.panel}>
    <title>Not found | Admin Dashboard</title>
    <h1 className={page.title}>There is no such screen</h1>
    <p className={page.soft}>The address may be misspelt, or of an older release.</p>
    <p>
      <Link to="/dashboard" className={controls.button}>
        Back to the dashboard
      </Link>
    </p>
  </section>
)
