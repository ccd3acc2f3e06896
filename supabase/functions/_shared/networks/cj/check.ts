import { networkErrors } from '../../errors.ts'
import { fieldOf, textOf } from '../../json-value.ts'
import { type ClientDependencies, createNetworkClient } from '../client.ts'
import type { CjCredentials } from './credentials.ts'
import { askCj, CJ_CLIENT } from './source.ts'

export async function checkCj(
  options: ClientDependencies & { credentials: CjCredentials },
  signal: AbortSignal,
): Promise<string> {
  const client = createNetworkClient({ ...options, ...CJ_CLIENT })
  const { answer } = await askCj(client, options.credentials, { limit: 1, offset: 0, page: null }, signal)
  const products = fieldOf(fieldOf(answer, 'data'), 'products')
  const list = fieldOf(products, 'resultList')
  if (!Array.isArray(list) || list.length === 0) throw networkErrors.nothingJoined('CJ')
  const link = textOf(fieldOf(fieldOf(list[0], 'linkCode'), 'clickUrl'))
  if (link === '') throw networkErrors.noLinks()
  return `CJ takes the token and has ${Number(fieldOf(products, 'totalCount') ?? 0).toLocaleString('en-US')} products of joined programmes.`
}
