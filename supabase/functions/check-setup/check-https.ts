import type { FunctionContext } from '../_shared/context.ts'
import { type Found, ok, todo } from './found.ts'

/** Asks the public address from outside, and whether it is this shop that answers: its back office carries our key. */
export async function checkHttps({
  settings,
  keys,
  fetch,
}: Pick<FunctionContext, 'settings' | 'keys' | 'fetch'>): Promise<Found> {
  const address = URL.parse(settings.SITE_URL ?? '')
  if (!address)
    return todo('SITE_URL is not set. Set it to the https address that visitors see, and start the shop again.')
  const { host, origin } = address
  if (address.protocol !== 'https:') {
    return todo(
      `SITE_URL is ${origin}, without https. Put a proxy with a certificate in front, set SITE_URL to its https address, and start the shop again.`,
    )
  }
  try {
    const response = await fetch(`${origin}/admin/login`, { headers: { accept: 'text/html' } })
    const text = await response.text()
    if (!response.ok) {
      return todo(`${host} was reached and answered with ${response.status}. Look at the proxy in front of the shop.`)
    }
    if (!text.includes(keys.publishable)) {
      return todo(
        `${host} was reached, but another site answers there. Lead its name to this shop, or correct SITE_URL.`,
      )
    }
    return ok(`${host} was reached from outside with a valid certificate, and this shop answers there.`)
  } catch (error) {
    return todo(`${host} could not be reached from outside: ${reasonOf(error)}`)
  }
}

/** OpenSSL's and Node's names of what is wrong with a certificate. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

function reasonOf(error: unknown): string {
  const codes = causesOf(error).map((cause) => ('code' in cause ? String(cause.code) : cause.name))
  const certificate = codes.find((code) => CERTIFICATE.test(code))
  if (certificate) return `its certificate is not valid (${certificate}). Renew it, or let the proxy fetch one.`
  if (codes.some((code) => /Timeout|TIMEDOUT/i.test(code)))
    return 'it did not answer in time. Look at the firewall and the proxy.'
  return 'its name leads nowhere public, or nothing listens there. Look at its DNS entry, the firewall and the proxy.'
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
