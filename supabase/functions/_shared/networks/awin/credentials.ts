import { readCredentials, type Values } from '../credentials.ts'

export const AWIN_CREDENTIALS = [
  { name: 'AWIN_PUBLISHER_ID', isRequired: true, from: 'the number beside your name at ui.awin.com' },
  {
    name: 'AWIN_FEED_KEY',
    isRequired: true,
    from: 'Toolbox, Create-a-Feed: what follows /apikey/ in any link that it makes',
  },
  { name: 'AWIN_API_TOKEN', isRequired: false, from: 'your name, API Credentials' },
] as const

export interface AwinCredentials {
  publisherId: string
  feedKey: string
  /** Only lists in Google's format need it; empty without. */
  apiToken: string
}

export function awinCredentials(values: Values): AwinCredentials {
  const value = readCredentials('Awin', AWIN_CREDENTIALS, values)
  return {
    publisherId: value('AWIN_PUBLISHER_ID'),
    feedKey: value('AWIN_FEED_KEY'),
    apiToken: value('AWIN_API_TOKEN'),
  }
}
