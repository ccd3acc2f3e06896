import { z } from 'zod'
import { line } from '../_shared/http.ts'

const word = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'must be a word of small letters, digits and dashes')
const hostName = z.string().regex(/^[a-z0-9.-]{1,200}$/i, 'must be a host name')
const animal = z.enum(['butterfly', 'dolphin', 'lioness', 'owl'])
/** What a retailer, a place on the page or a result is called. */
const label = line(200)

/** Everything that is recorded, and all that may be said about it. Nothing here can hold a person. */
const properties = {
  page_view: z.strictObject({ referrer: hostName.optional() }),
  outbound_click: z.strictObject({ merchant: label.optional(), slot: word.optional() }),
  quiz_start: z.strictObject({ quiz: word.optional() }),
  quiz_answer: z.strictObject({ question: z.int().min(1).max(20) }),
  quiz_complete: z.strictObject({ result: animal }),
  quiz_share: z.strictObject({ channel: word, result: animal.optional() }),
  wallpaper_download: z.strictObject({ wallpaper: z.uuid() }),
  search: z.strictObject({ term: line(200).transform(searchTerm), results: z.int().min(0).max(10_000_000) }),
  save_item: z.strictObject({}),
  share: z.strictObject({ channel: word }),
} as const

export type EventName = keyof typeof properties
/** By name: what a caller may say, before it is parsed. */
export type EventProperties = { [Name in EventName]: z.input<(typeof properties)[Name]> }

const names = z.enum(Object.keys(properties).filter(isEventName), 'is not an event that is recorded')

/** One event as it is stored: the path without its query, the properties as their list above allows. */
export const eventInput = z
  .object({
    name: names,
    path: z.string().startsWith('/', 'must begin with a slash').max(2000).transform(plainPath),
    productId: z.int().positive().optional(),
    properties: z.record(z.string(), z.unknown()).default({}),
  })
  .transform((event, context) => {
    const allowed = properties[event.name].safeParse(event.properties)
    if (allowed.success) return { ...event, properties: allowed.data }
    for (const { path, message } of allowed.error.issues) {
      context.addIssue({ code: 'custom', message, path: ['properties', ...path] })
    }
    return z.NEVER
  })

function isEventName(name: string): name is EventName {
  return name in properties
}

/** Queries and fragments may carry tokens and addresses. */
function plainPath(path: string): string {
  return (URL.parse(path, 'http://site')?.pathname ?? '/').slice(0, 500)
}

/** Some people type an address or a number of theirs into the search box: that is counted without its words. */
function searchTerm(term: string): string {
  return /@|\d{7}/.test(term.replaceAll(/[\s().-]/g, '')) ? '(left out)' : term.toLowerCase()
}
