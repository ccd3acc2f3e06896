import { escapeUTF8 } from 'entities'
import type { KeptMail } from './outbox.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;width:100%}td,th{padding:.4rem .6rem;text-align:left;border-bottom:1px solid #ddd}
iframe{width:100%;height:32rem;border:1px solid #ccc}pre{white-space:pre-wrap;background:#f6f6f6;padding:1rem}`

function page(title: string, body: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeUTF8(title)}</title><style>${STYLE}</style><h1>${escapeUTF8(title)}</h1>${body}</html>`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'",
    },
  })
}

export function listPage(mails: KeptMail[]): Response {
  const rows = mails.map(
    (mail) => `<tr><td>${mail.created_at.toISOString()}</td><td>${escapeUTF8(mail.recipient)}</td>
<td><a href="/mail/${mail.id}">${escapeUTF8(mail.subject || mail.kind)}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th>Time</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  return page('Mails that were not sent', mails.length > 0 ? table : '<p>None yet.</p>')
}

export function mailPage(mail: KeptMail): Response {
  const frame = `<h2>HTML</h2><iframe title="HTML of the mail" src="/mail/${mail.id}/html"></iframe>`
  return page(
    mail.subject || mail.kind,
    `<p><a href="/">All mails</a> · to ${escapeUTF8(mail.recipient)} · ${mail.created_at.toISOString()}</p>
<h2>Text</h2><pre>${escapeUTF8(mail.body_text)}</pre>${mail.body_html ? frame : ''}`,
  )
}

/** The mail's own HTML, as an origin of its own without scripts, forms or requests: only its links can be opened. */
export function mailHtml(mail: KeptMail): Response {
  return new Response(`<!doctype html><meta charset="utf-8"><base target="_blank">${mail.body_html}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    },
  })
}
