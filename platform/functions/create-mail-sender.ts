import type { Database } from '../auth/database.ts'
import type { Mail, Messenger } from '../auth/delivery/messenger.ts'
import type { FunctionMail, SendMail, TryMail } from './handler.ts'

/** RFC 5322: a name of letters, digits and dashes. */
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/
/** Set from the mail's own fields; a second one would make another mail of it. */
const OWN_HEADERS = new Set(['to', 'from', 'cc', 'bcc', 'subject', 'sender', 'response-to', 'content-type'])
/** RFC 5322: the longest line of a header. */
const MAX_HEADER_LENGTH = 998
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Mail for functions, by way of the platform's outbox. Refuses what could write a header or a recipient of its own. */
export function createMailSender({ db, messenger }: { db: Database; messenger: Messenger }): SendMail {
  return async (mail) => {
    await messenger.mail(db, checked(mail))
    messenger.flush()
  }
}

/** The same past the outbox, for whoever wants to hear what the mail server says. */
export function createMailTrial(messenger: Messenger): TryMail {
  return async (mail) => messenger.tryMail(checked(mail))
}

function checked({ id, to, subject, text, html, headers = {}, replyTo, kind }: FunctionMail): Mail {
  for (const address of [to, ...(replyTo === undefined ? [] : [replyTo])]) checkAddress(address)
  if (id !== undefined && !UUID.test(id)) throw new TypeError('The id of a mail is a UUID.')
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value)
  return { id, kind, to, subject: oneLine(subject), text, html, headers, replyTo }
}

/** One bare address: a comma, a space or brackets would make more recipients of it. */
function checkAddress(address: string) {
  if (address.length > 254 || !/^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/.test(address)) {
    throw new TypeError('A mail goes to one plain address, such as ada@example.com.')
  }
}

function checkHeader(name: string, value: string) {
  if (!HEADER_NAME.test(name) || OWN_HEADERS.has(name.toLowerCase()))
    throw new TypeError(`A mail has no header ${name}.`)
  if (/\p{Cc}/u.test(value) || value.length > MAX_HEADER_LENGTH)
    throw new TypeError(`The mail header ${name} is not one line.`)
}

const oneLine = (subject: string) =>
  subject
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300)
