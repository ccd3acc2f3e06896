import { message, messageList } from './mailpit.ts'
import type { Outbox } from './outbox.ts'
import { listPage, mailHtml, mailPage } from './pages.ts'

/** Answers the page of mails and the part of Mailpit's API that tests use. */
export async function serveMails(request: Request, outbox: Outbox): Promise<Response> {
  const url = new URL(request.url)
  // A foreign site must not read sign-in links by a name of its own that points to this machine.
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)) {
    return Response.json({ message: 'Open this page as localhost.' }, { status: 403 })
  }
  const [first = '', ...rest] = url.pathname.split('/').filter(Boolean)
  if (first === 'api') return serveApi({ request, url, parts: rest, outbox })
  if (request.method !== 'GET' && request.method !== 'HEAD') return notFound()
  if (first === '') return listPage(await outbox.list(null))
  if (first !== 'mail') return notFound()
  const mail = await outbox.find(rest[0] ?? '')
  if (!mail || rest.length > 2 || (rest[1] ?? 'html') !== 'html') return notFound()
  return rest.length === 1 ? mailPage(mail) : mailHtml(mail)
}

interface ApiCall {
  request: Request
  url: URL
  /** The path after /api. */
  parts: string[]
  outbox: Outbox
}

async function serveApi({ request, url, parts, outbox }: ApiCall): Promise<Response> {
  const [version, name, id = ''] = parts
  const call = version === 'v1' ? `${request.method} ${name}` : ''
  if (call === 'GET messages') return Response.json(messageList(await mailsTo(outbox, null)))
  if (call === 'GET search') return Response.json(messageList(await mailsTo(outbox, searched(url))))
  if (call === 'GET message') {
    const mail = await outbox.find(id)
    return mail ? Response.json(message(mail)) : notFound()
  }
  if (call === 'DELETE messages' && request.headers.get('origin') === null) {
    await outbox.clear()
    return new Response('ok')
  }
  return notFound()
}

async function mailsTo(outbox: Outbox, recipient: string | null) {
  return (await outbox.list(recipient)).filter(({ channel }) => channel === 'email')
}

/** Of Mailpit's search language the one thing that tests ask: who got a mail. */
function searched(url: URL): string {
  const query = url.searchParams.get('query') ?? ''
  return /(?:^|\s)to:"?([^"\s]+)"?/i.exec(query)?.[1] ?? query.trim()
}

function notFound(): Response {
  return Response.json({ message: 'There is no such mail or page.' }, { status: 404 })
}
