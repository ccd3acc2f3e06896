/** What the browser must know to reach the backend, written into the page's head by the root route. */
export interface PublicSettings {
  publishableKey: string
}

export function publicSettings(): PublicSettings {
  const key = document.querySelector('meta[name="publishable-key"]')?.getAttribute('content')
  return { publishableKey: key ?? '' }
}
