import { networkErrors } from '../../errors.ts'
import { type ClientDependencies, createNetworkClient } from '../client.ts'
import type { AwinCredentials } from './credentials.ts'
import { readFeedList } from './feed-list.ts'
import { FILE_HOSTS, listRequest } from './requests.ts'

const API_HOST = 'api.awin.com'
const ANSWER_BYTES = 16 * 1024 * 1024
const ANSWER_MS = 60_000

export async function checkAwin(
  options: ClientDependencies & { credentials: AwinCredentials },
  signal: AbortSignal,
): Promise<string> {
  const { credentials } = options
  const files = createNetworkClient({
    ...{ ...options, name: 'Awin', hosts: FILE_HOSTS },
    refusedAdvice: 'Check AWIN_FEED_KEY: it is what follows /apikey/ in a link of Create-a-Feed, not the API token',
  })
  const lists = await files.request(listRequest(credentials), ({ body }) => readFeedList(body), signal)
  const joined = new Set(lists.filter(({ membership }) => membership === 'joined').map((list) => list.programmeId))
  if (credentials.apiToken !== '') await checkToken(options, signal)
  if (joined.size === 0) throw networkErrors.nothingJoined('Awin')
  const token =
    credentials.apiToken === '' ? ' AWIN_API_TOKEN is not set: lists in Google’s format cannot be read.' : ''
  return `Awin takes the feed key and lists ${joined.size} joined ${joined.size === 1 ? 'programme' : 'programmes'}.${token}`
}

/** The token is another credential than the feed key, and wrong ones are only told by the API. */
async function checkToken(
  options: ClientDependencies & { credentials: AwinCredentials },
  signal: AbortSignal,
): Promise<void> {
  const { publisherId, apiToken } = options.credentials
  const api = createNetworkClient({
    ...{ ...options, name: 'Awin', hosts: [API_HOST] },
    refusedAdvice: 'Check AWIN_API_TOKEN, and that AWIN_PUBLISHER_ID is the account that it was made for',
  })
  await api.json(
    {
      url: `https://${API_HOST}/publishers/${encodeURIComponent(publisherId)}/programmes?relationship=joined`,
      headers: { authorization: `Bearer ${apiToken}` },
      ...{ maxBytes: ANSWER_BYTES, timeoutMs: ANSWER_MS },
    },
    signal,
  )
}
