import { createServer } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { parseConfig, silentLog } from '#platform'
import { createMessenger, createSmtpMailer } from '#platform/testing'
import { checkMail } from '../supabase/functions/check-setup/check-mail.ts'
import { SAML_TEST_CERTIFICATE, SAML_TEST_KEY } from './fakes/saml-key.ts'
import { startSmtpServer } from './fakes/smtp.ts'
import { listen } from './support/listen.ts'

const TLS = {
  key: SAML_TEST_KEY,
  cert: `-----BEGIN CERTIFICATE-----\n${SAML_TEST_CERTIFICATE}\n-----END CERTIFICATE-----\n`,
}
const LOGIN = { user: 'dahlia', password: 'right-password' }
/** As long as a test of a silent server takes; others wait for a busy machine. */
const SILENCE = { timeoutMs: 2000 }

interface Server {
  host?: string
  port: number
  close(): Promise<void>
}

interface Options {
  pass?: string
  speaksTls?: boolean
  timeoutMs?: number
}

/** What the checklist says of a server. */
async function said(server: Server, { pass = LOGIN.password, speaksTls = false, timeoutMs = 30_000 }: Options = {}) {
  const { host = '127.0.0.1', port } = server
  const { config } = parseConfig(`
    [auth.email.smtp]
    enabled = true
    host = "${host}"
    port = ${port}
    user = "${LOGIN.user}"
    pass = "${pass}"
    admin_email = "hello@shop.example"
    sender_name = "Dahlia"
  `)
  const mailer = createSmtpMailer(config.auth, { timeoutMs, implicitTlsPort: speaksTls ? port : 465 })
  // Never asked: what is tried passes the outbox.
  const db = new pg.Pool()
  const messenger = createMessenger({ db, mailer, sms: null, log: silentLog })
  try {
    const found = await checkMail(
      { settings: { MAIL_SERVER: `${host}:${port}` }, tryMail: (mail) => messenger.tryMail(mail) },
      'admin@shop.example',
    )
    expect(JSON.stringify(found)).not.toContain(pass)
    return found
  } finally {
    await messenger.close()
    await db.end()
    await server.close()
  }
}

async function silentServer(): Promise<Server> {
  return listen(createServer((socket) => socket.on('error', () => {})))
}
async function closedPort(): Promise<Server> {
  const { port, close } = await silentServer()
  await close()
  return { port, close: async () => {} }
}

test('a server that takes the login and the mail is well', async () => {
  expect(await said(await startSmtpServer({ login: LOGIN }))).toMatchObject({ state: 'ok' })
})

test.each<[string, () => Promise<Server>, RegExp, Options?]>([
  [
    'a wrong host',
    async () => ({ host: 'mail.invalid', port: 587, close: async () => {} }),
    /mail\.invalid:587: its name leads nowhere\. Correct SMTP_HOST/,
  ],
  ['a wrong port', closedPort, /Nothing answers at .* Correct SMTP_PORT/],
  [
    'a wrong login',
    () => startSmtpServer({ login: LOGIN }),
    /refused the login\. Correct SMTP_USER/,
    { pass: 'wrong-password' },
  ],
  ['a self-signed certificate', () => startSmtpServer({ tls: TLS, login: LOGIN }), /certificate .* not to be trusted/],
  [
    'a self-signed certificate of TLS at once',
    () => startSmtpServer({ tls: { ...TLS, atOnce: true }, login: LOGIN }),
    /certificate .* not to be trusted/,
    { speaksTls: true },
  ],
  [
    'TLS where none is spoken',
    () => startSmtpServer({ login: LOGIN }),
    /does not speak TLS from the first byte.* 587/,
    { speaksTls: true },
  ],
  [
    'no TLS where it is spoken at once',
    () => startSmtpServer({ tls: { ...TLS, atOnce: true }, login: LOGIN }),
    /said nothing\. Where its port wants TLS from the first byte, set SMTP_PORT to 465/,
    SILENCE,
  ],
  ['a silent server', silentServer, /was reached and said nothing/, SILENCE],
])('%s ends in its own sentence, which says what to do', async (_, start, sentence, options) => {
  expect(await said(await start(), options)).toEqual({ state: 'todo', sentence: expect.stringMatching(sentence) })
})
