import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** One of `private.filter_sql`, which judges it. */
export const condition = z.object({
  column: z.string(),
  also: z.array(z.string()).max(20).optional(),
  op: z.string(),
  value: z.unknown().optional(),
})

const ticket = z.object({
  /** Of which one download is begun. */
  id: z.uuid(),
  /** Of the token that it was made with: they are asked again when the download begins. */
  claims: z.record(z.string(), z.unknown()),
  table: z.string(),
  filter: z.array(condition),
  columns: z.array(z.string()),
  expiresAt: z.number(),
})
export type Ticket = z.output<typeof ticket>

/** What may be exported, signed: whoever has it may begin once, within minutes, and can change nothing in it. */
export function writeTicket(wanted: Ticket, secret: string): string {
  const text = Buffer.from(JSON.stringify(wanted)).toString('base64url')
  return `${text}.${signatureOf(text, secret).toString('base64url')}`
}

/** Null for what we did not sign. */
export function readTicket(given: string, secret: string): Ticket | null {
  const [text = '', signature = ''] = given.split('.')
  const [ours, theirs] = [signatureOf(text, secret), Buffer.from(signature, 'base64url')]
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return null
  return ticket.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
}

// A purpose of its own: what this key signs elsewhere is no ticket.
const signatureOf = (text: string, secret: string) => createHmac('sha256', secret).update(`export-csv ${text}`).digest()
