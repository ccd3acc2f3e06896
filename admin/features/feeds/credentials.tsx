import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { QueryState } from '../../ui/query-state.tsx'
import { credentials } from './credentials-queries.ts'
import { NetworkForm } from './network-form.tsx'

/** The keys that each network asks for: which are there, where to get the others, and whether the network takes them. */
export function Component() {
  const query = useQuery(credentials)
  return (
    <>
      <title>Credentials | Admin Dashboard</title>
      <div className={page.bar}>
        <h1 className={page.title}>Credentials of networks</h1>
        <Link className={controls.link} to="/feeds">
          Feeds
        </Link>
      </div>
      <p className={page.soft}>
        What is stored here is sealed and shown to nobody again. What the shop’s environment sets wins, and is changed
        there.
      </p>
      <QueryState query={query} failure="Error loading credentials" empty="No network asks for credentials.">
        {(networks) => networks.map((network) => <NetworkForm key={network.id} network={network} />)}
      </QueryState>
    </>
  )
}
