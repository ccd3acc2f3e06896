import { networkErrors } from '../../errors.ts'
import { readCredentials, type Values } from '../credentials.ts'

export const SOVRN_CREDENTIALS = [
  { name: 'SOVRN_SITE_KEY', isRequired: true, from: 'commerce.sovrn.com, Settings, Sites: the site’s API key' },
  { name: 'SOVRN_SECRET_KEY', isRequired: true, from: 'the secret key beside it' },
  { name: 'SOVRN_MARKET', isRequired: false, from: 'currency and language, such as usd_en' },
] as const

export interface SovrnCredentials {
  siteKey: string
  secretKey: string
  /** Currency and language. */
  market: string
}

export function sovrnCredentials(values: Values): SovrnCredentials {
  const value = readCredentials('Sovrn', SOVRN_CREDENTIALS, values)
  const market = value('SOVRN_MARKET') || 'usd_en'
  if (!/^[a-z]{3}_[a-z]{2}$/.test(market)) throw networkErrors.credentialBroken('Sovrn', 'SOVRN_MARKET')
  return { siteKey: value('SOVRN_SITE_KEY'), secretKey: value('SOVRN_SECRET_KEY'), market }
}
