import { useRouteLoaderData } from 'react-router'

/** Beside words that promise a mail: said while no mail server is set, because the mail then waits in the outbox. */
export function MailWaits() {
  const root = useRouteLoaderData<{ mailWaits?: boolean }>('root')
  if (!root?.mailWaits) return null
  return (
    <span data-part="mail-waits">
      {' '}
      This site cannot send mail yet: the mail is written, and waits until the owner connects a mail server.
    </span>
  )
}
