import type { RestRequest } from '../actions/action.ts'
import type { Representation } from './representation.ts'

export function contentTypeHeaders(request: RestRequest, representation: Representation): [string, string][] {
  const headers: [string, string][] = [['Content-Type', representation.contentType]]
  if (request.namesSchema) headers.push(['Content-Profile', request.schema])
  return headers
}

/** Header values are visible ASCII; a name or a preference may hold anything. */
export function asciiOnly(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?')
}
