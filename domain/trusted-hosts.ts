import { siteConfig } from './site-config.ts'

/** Hosts, with their subdomains, whose links staff need not look at twice, until the office's setting says otherwise. */
export const TRUSTED_HOSTS: readonly string[] = [
  ...['amazon.com', 'amazon.co.uk', 'amazon.de', 'amazon.fr', 'amazon.it', 'amazon.es', 'amazon.nl', 'amazon.se'],
  ...['amazon.ca', 'amazon.com.au', 'amazon.co.jp', 'amzn.to'],
]

/** Hosts of the links that networks give for their merchants' products. */
export const NETWORK_HOSTS: readonly string[] = [
  ...['awin1.com', 'tidd.ly'],
  ...['anrdoezrs.net', 'dpbolvw.net', 'jdoqocy.com', 'kqzyfj.com', 'tkqlhce.com'],
  ...['redirect.viglink.com', 'sovrn.co'],
]

/** Whether an address leads to a trusted host or a subdomain of one. */
export const isTrustedAddress = (address: string | null): boolean =>
  isHostOf(address, siteConfig.trustedHosts ?? TRUSTED_HOSTS)

/** Whether an address leads to one of these hosts or a subdomain of one; a name that only contains it is another's. */
export function isHostOf(address: string | null, hosts: readonly string[]): boolean {
  const host = URL.parse(address ?? '')?.hostname.toLowerCase()
  return host !== undefined && hosts.some((known) => host === known || host.endsWith(`.${known}`))
}
