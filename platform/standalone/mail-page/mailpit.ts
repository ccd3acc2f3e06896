import type { KeptMail } from './outbox.ts'

/** Mails in the shapes of Mailpit's API, which the CLI's own mail page has and which tests of projects read. */
export function messageList(mails: KeptMail[]) {
  const messages = mails.map((mail) => ({ ...summary(mail), Attachments: 0, Snippet: mail.body_text.slice(0, 250) }))
  const count = messages.length
  return {
    total: count,
    unread: count,
    count,
    messages_count: count,
    messages_unread: count,
    start: 0,
    tags: [],
    messages,
  }
}

export function message(mail: KeptMail) {
  const { created_at: created, body_text: text, body_html: html } = mail
  return {
    ...summary(mail),
    ReturnPath: '',
    Date: created.toISOString(),
    Text: text,
    HTML: html,
    Inline: [],
    Attachments: [],
  }
}

function summary({ id, recipient, subject, created_at: created, body_text: text, body_html: html }: KeptMail) {
  return {
    ID: id,
    MessageID: `${id}@platform`,
    Read: false,
    From: { Name: '', Address: '' },
    To: [{ Name: '', Address: recipient }],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: subject,
    Created: created.toISOString(),
    Tags: [],
    Size: text.length + html.length,
  }
}
