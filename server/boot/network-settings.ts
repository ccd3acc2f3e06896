import { z } from 'zod'

const key = z.string().max(4000, 'is too long').optional()

/** Keys of affiliate networks. Whether one is right is told by its network. */
export const NETWORK_SETTINGS = {
  AMAZON_CREDENTIAL_ID: key,
  AMAZON_CREDENTIAL_SECRET: key,
  AMAZON_CREDENTIAL_VERSION: key,
  AMAZON_PARTNER_TAG: key,
  AMAZON_MARKETPLACE: key,
  AWIN_PUBLISHER_ID: key,
  AWIN_FEED_KEY: key,
  AWIN_API_TOKEN: key,
  CJ_ACCESS_TOKEN: key,
  CJ_COMPANY_ID: key,
  CJ_WEBSITE_ID: key,
  SOVRN_SITE_KEY: key,
  SOVRN_SECRET_KEY: key,
  SOVRN_MARKET: key,
}

type Names = keyof typeof NETWORK_SETTINGS

export function credentialsIn(env: Readonly<Partial<Record<Names, string>>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => Object.hasOwn(NETWORK_SETTINGS, name)))
}
