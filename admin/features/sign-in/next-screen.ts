/** A screen of this app that somebody was sent away from, else the dashboard. Never another site. */
export function nextScreen(wanted: string | null): string {
  return wanted !== null && /^\/(?!\/)[\w\-/?=&#%.]*$/.test(wanted) && !/^\/(login|unauthorized)\b/.test(wanted)
    ? wanted
    : '/dashboard'
}
