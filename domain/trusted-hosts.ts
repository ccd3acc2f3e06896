import { siteConfig } from './site-config.ts'

/** Hosts, with their subdomains, whose links staff need not look at twice, until the office's setting says otherwise. */
export const TRUSTED_HOSTS: readonly string[] = [
  ...['amazon.com', 'amazon.co.uk', 'amazon.de', 'amazon.fr', 'amazon.it', 'amazon.es', 'amazon.nl', 'amazon.se'],
  ...['amazon.ca', 'amazon.com.au', 'amazon.co.jp', 'amzn.to'],
]

/** Whether an address leads to a trusted host or a subdomain of one; a name that only contains it is another's. */
export function isTrustedAddress(address: string | null): boolean {
  const host = URL.parse(address ?? '')?.hostname.toLowerCase()
  const trusted = siteConfig.trustedHosts ?? TRUSTED_HOSTS
  return host !== undefined && trusted.some((known) => host === known || host.endsWith(`.${known}`))
}
