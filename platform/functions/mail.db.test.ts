import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpServer, startSmtpServer } from '../../tests/fakes/smtp.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import type { Messenger } from '../auth/delivery/messenger.ts'
import { openMessenger } from '../auth/index.ts'
import { configSchema } from '../config/schema.ts'
import { silentLog } from '../log.ts'
import { createMailSender } from './create-mail-sender.ts'
import type { SendMail } from './handler.ts'

const EMAIL = { to: 'ada@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>', kind: 'test' }
describe('a function’s mail', () => {
  let db: TestDatabase
  let smtp: SmtpServer
  let messenger: Messenger
  let mail: SendMail
  beforeAll(async () => {
    db = await testDatabase('platform')
    smtp = await startSmtpServer()
    const server = { host: '127.0.0.1', port: smtp.port, admin_email: 'mail@acme.example', sender_name: 'Acme' }
    const config = configSchema.parse({ auth: { email: { smtp: server } } })
    messenger = openMessenger({ pools: db.pools, config, log: silentLog })
    mail = createMailSender({ db: db.pools.owner, messenger })
  })
  afterAll(async () => {
    await messenger.close()
    await smtp.close()
    await db.drop()
  })
  const arrived = (to: string) => smtp.mails.find((one) => one.to === to)?.raw

  test('leaves at once, with its own headers and somebody else to answer to', async () => {
    const headers = {
      'List-Unsubscribe': '<https://app.example/u?token=1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    await mail({ ...EMAIL, headers, replyTo: 'bea@example.com' })
    await expect.poll(() => arrived('ada@example.com')).toBeDefined()
    const raw = arrived('ada@example.com')
    expect(raw).toMatch(/^From: Acme <mail@acme\.example>/m)
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/app\.example\/u\?token=1>/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(raw).toMatch(/^Reply-To: bea@example\.com/m)
    const kept = () =>
      db.pools.owner.query('select sent_at is not null as sent, headers, body_text from _platform.outbox')
    await expect.poll(async () => (await kept()).rows).toEqual([{ sent: true, headers: {}, body_text: '' }])
  })

  test('is kept and tried again while the mail server refuses', async () => {
    smtp.refuse(1)
    await mail({ ...EMAIL, to: 'cleo@example.com', headers: { 'X-Kind': 'kept' } })
    const refused = () =>
      db.pools.owner.query<{ attempts: number }>(
        `select attempts from _platform.outbox where recipient = 'cleo@example.com' and last_error is not null`,
      )
    await expect.poll(async () => (await refused()).rows).toEqual([{ attempts: 1 }])
    await db.pools.owner.query('update _platform.outbox set next_attempt_at = now()')
    messenger.flush()
    await expect.poll(() => arrived('cleo@example.com')).toMatch(/^X-Kind: kept/m)
  })

  test('is stored and sent once, however often it is handed over with one id', async () => {
    const email = { ...EMAIL, id: '0b2d1c0e-5f0a-4f0e-9f5e-3c6a8d1e2f00', to: 'elsa@example.com' }
    await mail(email)
    await expect.poll(() => arrived('elsa@example.com')).toBeDefined()
    await mail({ ...email, text: 'Again' })
    const { rows } = await db.pools.owner.query(
      `select count(*)::int as mails from _platform.outbox where recipient = 'elsa@example.com'`,
    )
    expect(rows).toEqual([{ mails: 1 }])
  })

  test('has one line of subject, whatever a visitor wrote', async () => {
    await mail({ ...EMAIL, to: 'dora@example.com', subject: 'Hi\r\nBcc: all@example.com\r\n\r\nbody' })
    await expect.poll(() => arrived('dora@example.com')).toBeDefined()
    expect(arrived('dora@example.com')).toMatch(/^Subject: Hi Bcc: all@example\.com body/m)
    expect(arrived('dora@example.com')).not.toMatch(/^Bcc:/m)
  })

  test.each([
    ['an id that is none', { id: 'first' }],
    ['several recipients', { to: 'a@example.com, b@example.com' }],
    ['a name around the address', { to: 'Ada <a@example.com>' }],
    ['an answer to several', { replyTo: 'a@example.com,b@example.com' }],
    ['a header of two lines', { headers: { 'X-A': 'a\r\nBcc: b@example.com' } }],
    ['a header that the mail has itself', { headers: { BCC: 'b@example.com' } }],
    ['a header name with a colon', { headers: { 'X-A: b\r\nY': 'c' } }],
  ])('is refused with %s', async (_, part) => {
    await expect(mail({ ...EMAIL, ...part })).rejects.toThrow(TypeError)
  })
})
