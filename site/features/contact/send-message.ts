import { type Post, postFunction } from '#site/ssr/data/post-function.ts'
import {
  type ContactErrors,
  type ContactMessage,
  contactErrors,
  contactFields,
  contactTexts,
} from './contact-fields.ts'

export interface SendResult {
  ok: boolean
  status: number
  /** For the toast, or for the page without script. */
  message: string
  errors: ContactErrors
}

/** Checks a message and hands it to the server function that stores and mails it. Nothing is sent while a field is wrong. */
export async function sendMessage(post: Post, message: ContactMessage & { website: string }): Promise<SendResult> {
  const missing = contactErrors(message)
  if (Object.keys(missing).length > 0) return { ...refused, errors: missing }
  const { ok, status, error, fields } = await postFunction(post, 'contact-message', message)
  if (ok) return { ok, status: 200, message: contactTexts.sent, errors: {} }
  const errors: ContactErrors = {}
  for (const name of contactFields) if (fields[name]) errors[name] = fields[name]
  if (status === 400 && Object.keys(errors).length > 0) return { ...refused, errors }
  if (status === 429 && error) return { ok, status, message: error, errors }
  return { ok, status: 503, message: contactTexts.failed, errors }
}

const refused = { ok: false, status: 400, message: contactTexts.incomplete } as const
