/** Path segments that name the secret after them (Awin: /apikey/…; Sovrn: /sites/{key}/). */
const SECRET_SEGMENTS = /\/(apikey|api_key|key|token|sites|secret)\/[^/?#]+/gi
/** Awin's newer feed list carries the key as a bare segment: long runs of hex or base64 are never words. */
const SECRET_LOOKING = /\/(?=[^/?#]*\d)[A-Za-z0-9_-]{20,}(?=[/?#]|$)/g

/** An address with everything secret taken out, for logs, records and messages: networks put their keys into URLs. */
export function redactUrl(address: string): string {
  if (!/^https?:\/\//i.test(address)) return address
  try {
    const url = new URL(address)
    const path = url.pathname.replace(SECRET_SEGMENTS, '/$1/…').replace(SECRET_LOOKING, '/…')
    const query = url.search === '' ? '' : '?…'
    return `${url.protocol}//${url.host}${path}${query}`
  } catch {
    return 'an address that cannot be read'
  }
}
