import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SmtpServer, startSmtpServer } from '../../../tests/fakes/smtp.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { silentLog } from '../../log.ts'
import { type AuthUnderTest, authUnderTest } from '../testing/auth-under-test.ts'
import { createMessenger } from './messenger.ts'

const PASSWORD = 'correct horse battery'
describe('mail through a mail server', () => {
  let db: TestDatabase
  let smtp: SmtpServer
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    smtp = await startSmtpServer()
    auth = await authUnderTest(db, {
      config: {
        email: {
          enable_confirmations: true,
          max_frequency: '0',
          smtp: { host: '127.0.0.1', port: smtp.port, admin_email: 'mail@acme.example', sender_name: 'Acme' },
          template: {
            recovery: {
              subject: 'New password for {{ .Email }}',
              content: '<p>{{ .Token }} <a href="{{ .ConfirmationURL }}">go</a> {{ .Data.name }}</p>',
            },
          },
        },
        rate_limit: { email_sent: 6 },
      },
    })
  })
  afterAll(async () => {
    await auth.close()
    await smtp.close()
    await db.drop()
  })

  test('a confirmation arrives as text and HTML, and its body is not kept', async () => {
    await auth.client().auth.signUp({ email: 'ada@example.com', password: PASSWORD })
    await expect.poll(() => smtp.mails.length).toBe(1)
    const [mail] = smtp.mails
    expect(mail?.to).toBe('ada@example.com')
    expect(mail?.raw).toMatch(/^From: Acme <mail@acme\.example>/m)
    expect(mail?.raw).toContain('Subject: Confirm your e-mail address')
    expect(mail?.raw).toContain('Content-Type: text/plain')
    expect(mail?.raw).toContain('Content-Type: text/html')
    const stored = () =>
      db.pools.owner.query('select sent_at is not null as sent, body_text, body_html from _platform.outbox')
    await expect.poll(async () => (await stored()).rows).toEqual([{ sent: true, body_text: '', body_html: '' }])
  })

  test('a mail that is refused for now is tried again', async () => {
    smtp.refuse(1)
    await auth.client().auth.signUp({ email: 'bea@example.com', password: PASSWORD })
    const waiting = () =>
      db.pools.owner.query<{ attempts: number; last_error: string }>(
        `select attempts, last_error from _platform.outbox where recipient = 'bea@example.com' and sent_at is null and last_error is not null`,
      )
    await expect.poll(async () => (await waiting()).rows).toMatchObject([{ attempts: 1, last_error: /451/ }])
    await db.pools.owner.query('update _platform.outbox set next_attempt_at = now()')
    await auth.client().auth.signUp({ email: 'cleo@example.com', password: PASSWORD })
    await expect.poll(() => smtp.mails.map(({ to }) => to)).toContain('bea@example.com')
  })

  test('what a mail server repeats of a mail is neither kept nor logged', async () => {
    // Of its own: the messenger of the other tests would take the mail and send it.
    const own = await testDatabase('platform')
    const lines: string[] = []
    const warn = (facts: unknown) => lines.push(inspect(facts, { depth: 9 }))
    const log = { ...silentLog, warn }
    const echo = 'https://app.example/auth/v1/verify?token=3Dabcdefabcdefabcdefabcdef&type=3Dsignup code 123456'
    const failure = Object.assign(new Error(`554 5.7.1 refused: ${echo} AUTH PLAIN AGFkYQBodW50ZXIyaHVudGVyMg==`), {
      response: echo,
      command: 'DATA',
    })
    const messenger = createMessenger({
      ...{ db: own.pools.owner, sms: null, log },
      mailer: { send: () => Promise.reject(failure) },
    })
    const mail = { kind: 'confirmation', to: 'echo@example.com', subject: 'x', text: echo, html: '' }
    await messenger.mail(own.pools.owner, mail)
    messenger.flush()
    const kept = async () => {
      const sql = `select last_error from _platform.outbox where recipient = 'echo@example.com'`
      return (await own.pools.owner.query<{ last_error: string | null }>(sql)).rows[0]?.last_error ?? ''
    }
    await expect.poll(kept).toMatch(/^554 5\.7\.1 refused: /)
    await messenger.close()
    const seen = [...lines, await kept()].join(' ')
    for (const secret of ['abcdef', '123456', 'AGFkYQ']) expect(seen).not.toContain(secret)
    await own.drop()
  })

  test('an operator’s template is used, and what visitors say is escaped in it', async () => {
    await auth.admin.createUser({
      email: 'dora@example.com',
      email_confirm: true,
      user_metadata: { name: '<b>Dora</b>' },
    })
    await auth.client().auth.resetPasswordForEmail('dora@example.com')
    await expect.poll(() => smtp.mails.find(({ to }) => to === 'dora@example.com')?.raw).toBeDefined()
    const raw = smtp.mails.find(({ to }) => to === 'dora@example.com')?.raw.replaceAll('=\r\n', '') ?? ''
    expect(raw).toContain('Subject: New password for dora@example.com')
    expect(raw).toContain('&lt;b&gt;Dora&lt;/b&gt;')
  })

  test('the project sends so many mails an hour, and says so to known and unknown alike', async () => {
    await auth.client().auth.signUp({ email: 'eve@example.com', password: PASSWORD })
    await auth.client().auth.signUp({ email: 'fay@example.com', password: PASSWORD })
    for (const email of ['dora@example.com', 'unknown@example.com']) {
      expect((await auth.client().auth.resetPasswordForEmail(email)).error).toMatchObject({
        status: 429,
        code: 'over_email_send_rate_limit',
        message: 'email rate limit exceeded',
      })
    }
  })
})

describe('text messages', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  const sent: { url: string; authorization: string | null; form: Record<string, string> }[] = []
  let broken = false
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, {
      config: {
        sms: {
          enable_signup: true,
          enable_confirmations: true,
          max_frequency: '0',
          template: 'Acme: {{ .Code }}',
          test_otp: { '15550002222': '424242' },
          twilio: { enabled: true, account_sid: 'AC1', message_service_sid: 'MG1', auth_token: 'twilio token' },
        },
      },
      async fetch(input, init) {
        const form = Object.fromEntries(new URLSearchParams(String(init?.body)))
        sent.push({ url: String(input), authorization: new Headers(init?.headers).get('authorization'), form })
        if (broken) return Response.json({ code: 21211, message: "Invalid 'To' Phone Number" }, { status: 400 })
        return Response.json({ sid: 'SM1' }, { status: 201 })
      },
    })
  })
  afterEach(() => {
    broken = false
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })
  const lastCode = () => /\d{6}/.exec(sent.at(-1)?.form.Body ?? '')?.[0] ?? ''

  test('a sign-up by phone is confirmed with the code that Twilio carried', async () => {
    const phone = '+1 555 000 1111'
    const { data, error } = await auth.client().auth.signUp({ phone, password: PASSWORD })
    expect(error).toBeNull()
    expect(data).toMatchObject({ session: null, user: { phone: '15550001111' } })
    expect(sent.at(-1)).toEqual({
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:twilio token')}`,
      form: { To: '+15550001111', From: 'MG1', Body: expect.stringMatching(/^Acme: \d{6}$/) },
    })
    const early = await auth.client().auth.signInWithPassword({ phone, password: PASSWORD })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    const verified = await auth.client().auth.verifyOtp({ phone, token: lastCode(), type: 'sms' })
    expect(verified.data.user?.phone_confirmed_at).toBeDefined()
    expect((await auth.client().auth.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull()
  })

  test('a code signs in, by WhatsApp if wanted, and works once', async () => {
    const phone = '+15550003333'
    const asked = await auth.client().auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } })
    expect(asked.data.messageId).toBe('SM1')
    expect(sent.at(-1)?.form.To).toBe('whatsapp:+15550003333')
    const code = lastCode()
    expect((await auth.client().auth.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull()
    expect((await auth.client().auth.verifyOtp({ phone, token: code, type: 'sms' })).error?.code).toBe('otp_expired')
  })

  test('a number with a fixed code is sent nothing', async () => {
    const before = sent.length
    await auth.client().auth.signInWithOtp({ phone: '15550002222' })
    expect(sent).toHaveLength(before)
    const verified = await auth.client().auth.verifyOtp({ phone: '15550002222', token: '424242', type: 'sms' })
    expect(verified.error).toBeNull()
  })

  test('a change of number is confirmed by the new one', async () => {
    const client = auth.client()
    await client.auth.signInWithOtp({ phone: '15550002222' })
    await client.auth.verifyOtp({ phone: '15550002222', token: '424242', type: 'sms' })
    const { data } = await client.auth.updateUser({ phone: '+15550004444' })
    expect(data.user).toMatchObject({ phone: '15550002222', new_phone: '15550004444' })
    await client.auth.resend({ type: 'phone_change', phone: '+15550004444' })
    const params = { phone: '+15550004444', token: lastCode(), type: 'phone_change' } as const
    expect((await client.auth.verifyOtp(params)).data.user?.phone).toBe('15550004444')
  })

  test('a provider that refuses is told to the visitor', async () => {
    broken = true
    const { error } = await auth.client().auth.signInWithOtp({ phone: '+15550005555' })
    expect(error).toMatchObject({
      status: 422,
      code: 'sms_send_failed',
      message: "Error sending confirmation OTP to provider: Invalid 'To' Phone Number",
    })
  })
})

test('without a provider no code is sent, no account made, and nobody reads the code in the outbox', async () => {
  const db = await testDatabase('platform')
  const sms = { enable_signup: true, max_frequency: '0', test_otp: { '15550002222': '424242' } }
  const auth = await authUnderTest(db, { config: { sms } })
  const refused = await auth.client().auth.signInWithOtp({ phone: '+15550006666' })
  expect(refused.error).toMatchObject({
    status: 422,
    code: 'sms_send_failed',
    message: 'Error sending confirmation OTP to provider: there is none: configure [auth.sms.twilio]',
  })
  const counts = `select (select count(*) from auth.users)::integer as users, (select count(*) from _platform.outbox)::integer as messages`
  expect((await db.pools.owner.query(counts)).rows).toEqual([{ users: 0, messages: 0 }])
  expect((await auth.client().auth.signInWithOtp({ phone: '15550002222' })).error).toBeNull()
  const { data, error } = await auth.client().auth.signUp({ phone: '+15550007777', password: PASSWORD })
  expect([error, data.user?.phone]).toEqual([null, '15550007777'])
  await auth.close()
  await db.drop()
})

describe('proving oneself again', () => {
  let db: TestDatabase
  let auth: AuthUnderTest
  beforeAll(async () => {
    db = await testDatabase('platform')
    auth = await authUnderTest(db, { config: { email: { secure_password_change: true, max_frequency: '0' } } })
  })
  afterAll(async () => {
    await auth.close()
    await db.drop()
  })

  test('a day-old session needs the mailed nonce for a new password, and the nonce works once', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'ada@example.com', password: PASSWORD })
    auth.advance(86_401)
    await client.auth.refreshSession()
    const without = await client.auth.updateUser({ password: 'another password' })
    expect(without.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const mail = await auth.lastMessage('ada@example.com')
    expect(mail).toMatchObject({ kind: 'reauthentication', link: null })
    const wrong = await client.auth.updateUser({ password: 'another password', nonce: '000000' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect((await client.auth.updateUser({ password: 'another password', nonce: mail.code })).error).toBeNull()
    const again = await client.auth.updateUser({ password: 'a third password', nonce: mail.code })
    expect(again.error?.code).toBe('reauthentication_not_valid')
  })

  test('the mailed nonce is proof enough where a recent proof is asked for', async () => {
    const strict = await authUnderTest(db, { recentProof: '10m', config: { email: { max_frequency: '0' } } })
    try {
      const client = strict.client()
      await client.auth.signUp({ email: 'bea@example.com', password: PASSWORD })
      strict.advance(601)
      const change = (password: string, nonce?: string) =>
        client.auth.updateUser({ password, ...(nonce === undefined ? {} : { nonce }) })
      // Neither is told whether it is the password in use.
      for (const password of ['another password', PASSWORD]) {
        expect((await change(password)).error).toMatchObject({ status: 428, code: 'reauthentication_needed' })
      }
      await client.auth.reauthenticate()
      const { code } = await strict.lastMessage('bea@example.com')
      expect((await change('another password', '000000')).error?.code).toBe('reauthentication_not_valid')
      expect((await change('another password', code)).error).toBeNull()
    } finally {
      await strict.close()
    }
  })
})
