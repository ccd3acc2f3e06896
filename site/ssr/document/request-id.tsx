import { createContext, useContext } from 'react'

/** Set while a failed page is rendered. Whole pages carry none: they are cached, and shown to others. */
export const RequestIdContext = createContext<string | null>(null)

const metaName = 'request-id'

/** The id under which the log tells what happened to this page; null for a page that did not fail on the server. */
export function useRequestId(): string | null {
  const given = useContext(RequestIdContext)
  if (given !== null || import.meta.env.SSR) return given
  return document.querySelector(`meta[name="${metaName}"]`)?.getAttribute('content') ?? null
}

/** Hands the id to the browser, where the failed page is drawn once more. */
export function RequestIdMeta() {
  const id = useRequestId()
  return id && <meta name={metaName} content={id} />
}
