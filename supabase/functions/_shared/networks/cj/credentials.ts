import { readCredentials, type Values } from '../credentials.ts'

export const CJ_CREDENTIALS = [
  { name: 'CJ_ACCESS_TOKEN', isRequired: true, from: 'developers.cj.com, Authentication, Personal Access Tokens' },
  { name: 'CJ_COMPANY_ID', isRequired: true, from: 'the CID beside your company’s name at members.cj.com' },
  { name: 'CJ_WEBSITE_ID', isRequired: true, from: 'Account, Websites: the PID of this website' },
] as const

export interface CjCredentials {
  accessToken: string
  companyId: string
  websiteId: string
}

export function cjCredentials(values: Values): CjCredentials {
  const value = readCredentials('CJ', CJ_CREDENTIALS, values)
  return {
    accessToken: value('CJ_ACCESS_TOKEN'),
    companyId: value('CJ_COMPANY_ID'),
    websiteId: value('CJ_WEBSITE_ID'),
  }
}
