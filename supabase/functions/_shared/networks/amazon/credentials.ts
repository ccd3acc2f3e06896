import { networkErrors } from '../../errors.ts'
import { readCredentials, type Values } from '../credentials.ts'

export const AMAZON_CREDENTIALS = [
  {
    name: 'AMAZON_CREDENTIAL_ID',
    isRequired: true,
    from: 'Associates Central, Tools, Creators API: the credential’s id',
  },
  { name: 'AMAZON_CREDENTIAL_SECRET', isRequired: true, from: 'shown once, when the credential is made' },
  { name: 'AMAZON_CREDENTIAL_VERSION', isRequired: true, from: 'the version beside it, such as 3.1' },
  { name: 'AMAZON_PARTNER_TAG', isRequired: true, from: 'the tracking id of this website, such as shop-20' },
  { name: 'AMAZON_MARKETPLACE', isRequired: false, from: 'the host of the shop, such as www.amazon.com' },
] as const

/** Where a credential's tokens come from, by its version (Creators API, "Authentication"). */
const TOKEN_ADDRESSES = {
  '2.1': 'https://creatorsapi.auth.us-east-1.amazoncognito.com/oauth2/token',
  '2.2': 'https://creatorsapi.auth.eu-south-2.amazoncognito.com/oauth2/token',
  '2.3': 'https://creatorsapi.auth.us-west-2.amazoncognito.com/oauth2/token',
  '3.1': 'https://api.amazon.com/auth/o2/token',
  '3.2': 'https://api.amazon.co.uk/auth/o2/token',
  '3.3': 'https://api.amazon.co.jp/auth/o2/token',
} as const

export type AmazonVersion = keyof typeof TOKEN_ADDRESSES

export interface AmazonCredentials {
  id: string
  secret: string
  version: AmazonVersion
  partnerTag: string
  /** Host of the shop: www.amazon.com. */
  marketplace: string
}

export const tokenAddress = (version: AmazonVersion): string => TOKEN_ADDRESSES[version]

export function amazonCredentials(values: Values): AmazonCredentials {
  const value = readCredentials('Amazon', AMAZON_CREDENTIALS, values)
  const version = value('AMAZON_CREDENTIAL_VERSION')
  if (!isVersion(version)) throw networkErrors.amazonVersion(version, Object.keys(TOKEN_ADDRESSES))
  const marketplace = value('AMAZON_MARKETPLACE') || 'www.amazon.com'
  if (!/^www\.amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/.test(marketplace)) {
    throw networkErrors.credentialBroken('Amazon', 'AMAZON_MARKETPLACE')
  }
  return {
    id: value('AMAZON_CREDENTIAL_ID'),
    secret: value('AMAZON_CREDENTIAL_SECRET'),
    version,
    partnerTag: value('AMAZON_PARTNER_TAG'),
    marketplace,
  }
}

function isVersion(text: string): text is AmazonVersion {
  return Object.hasOwn(TOKEN_ADDRESSES, text)
}
