import * as page from '../../ui/page.module.css'
import { PeopleSection } from './people-section.tsx'

/** Who has an account, and what they may do. */
export function Component() {
  return (
    <>
      <title>Users | Admin Dashboard</title>
      <h1 className={page.title}>Users</h1>
      <PeopleSection limit={200} />
    </>
  )
}
