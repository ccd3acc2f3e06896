import { isbot } from 'isbot'

/** Machines that say so, and those that lack what every browser sends along. */
export function isBotRequest(headers: Headers): boolean {
  const agent = headers.get('user-agent')
  if (!agent || isbot(agent)) return true
  if (!headers.get('accept-language')) return true
  // Browsers say where a request comes from; a page of another site has nothing to record here.
  return headers.get('sec-fetch-site') === 'cross-site'
}
