import { siteConfig } from '#domain/site-config.ts'
import type { Config } from './config.ts'

/** The settings that functions may read, under the names that an operator gave them. */
export function functionSettings({
  shopify,
  contactEmail,
  siteUrl,
  s3,
  newsletter,
  smtp,
  networkCredentials,
}: Config): Record<string, string | undefined> {
  return {
    ...networkCredentials,
    SHOPIFY_STORE_DOMAIN: shopify.domain ?? undefined,
    SHOPIFY_STOREFRONT_TOKEN: shopify.publicToken ?? undefined,
    SHOPIFY_API_VERSION: shopify.apiVersion,
    CONTACT_EMAIL: contactEmail,
    SITE_URL: siteUrl,
    // Only for the words of the set-up checklist; the secrets of both stay in the process.
    MAIL_SERVER: smtp === null ? undefined : `${smtp.host}:${smtp.port}`,
    FILE_STORE: s3 === null ? 'disk' : 's3',
    // The settings may change it while the process runs.
    get SITE_NAME() {
      return siteConfig.name
    },
    // Without a mail server editions would wait in the outbox, and all of them be sent by the first one.
    NEWSLETTER_SCHEDULE: smtp === null ? 'off' : newsletter.schedule,
    NEWSLETTER_PER_MINUTE: String(newsletter.perMinute),
    POSTAL_ADDRESS: newsletter.postalAddress ?? undefined,
  }
}
