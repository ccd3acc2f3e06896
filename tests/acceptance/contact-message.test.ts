import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callFunction, mailsTo, newAddress } from '#tests/support/call-function.ts'
import { anonClient, serviceClient } from '#tests/support/target.ts'

const OWNER = 'owner@dahlia.example'
const message = (more: object = {}) => ({
  name: 'Ada',
  email: 'ada@test.example',
  subject: `Question ${randomUUID()}`,
  message: 'Where is the blue one?',
  ...more,
})

async function stored(subject: string) {
  const { data } = await serviceClient('shop').from('contact_messages').select().eq('subject', subject)
  return data ?? []
}
const mailed = async (subject: string) =>
  (await mailsTo(OWNER)).filter((mail) => mail.subject === `[Dahlia] ${subject}`)

describe('a message', () => {
  test('is stored and mailed to the owner, whose answer goes to the visitor [S2.11.6]', async () => {
    const sent = message({ message: 'Two\r\nlines' })
    expect(await callFunction('contact-message', sent)).toMatchObject({ status: 200, body: { success: true } })
    expect(await stored(sent.subject)).toMatchObject([
      { name: 'Ada', email: 'ada@test.example', message: 'Two\nlines' },
    ])
    const [mail] = await mailed(sent.subject)
    expect(mail).toMatchObject({ kind: 'contact_message', reply_to: 'ada@test.example' })
    expect(mail?.body_text).toContain('> Two\n> lines')
  })

  test('carries no markup into the owner’s mail', async () => {
    const attack = '"><img src=x onerror=alert(1)><script>alert(2)</script><a href="javascript:alert(3)">x</a>'
    const sent = message({ name: attack, message: attack })
    await callFunction('contact-message', sent)
    const [mail] = await mailed(sent.subject)
    expect(mail?.body_html).toContain('&lt;script&gt;alert(2)')
    expect(mail?.body_html).not.toMatch(/<(img|script|a)\b/)
    expect(await stored(sent.subject)).toMatchObject([{ message: attack }])
  })

  test('cannot write headers or recipients', async () => {
    const subject = `Hi ${randomUUID()}`
    await callFunction('contact-message', message({ subject: `${subject}\r\nBcc: all@test.example` }))
    expect(await mailed(`${subject} Bcc: all@test.example`)).toHaveLength(1)
    for (const email of [
      'ada@test.example\r\nBcc: x@test.example',
      'a@test.example,b@test.example',
      'Ada <ada@test.example>',
    ]) {
      expect((await callFunction('contact-message', message({ email }))).status).toBe(400)
    }
  })

  test('says beside each field what is missing', async () => {
    const reply = await callFunction('contact-message', { name: ' ', email: 'ada@', subject: '', message: '\n' })
    expect(reply).toMatchObject({
      status: 400,
      body: {
        success: false,
        fields: {
          name: 'Please tell us your name',
          email: 'Please enter a valid email address',
          subject: 'Please give your message a subject',
          message: 'Please write a message',
        },
      },
    })
    const long = await callFunction('contact-message', message({ message: 'x'.repeat(10_001) }))
    expect(long.body).toMatchObject({ fields: { message: 'Please use at most 10000 characters.' } })
    expect((await callFunction('contact-message', message({ message: 'x'.repeat(200_000) }))).status).toBe(413)
  })

  test('may hold what databases dislike', async () => {
    const sent = message({ message: `nul\u0000 lone \ud800 ${'🌸'.repeat(100)}` })
    expect((await callFunction('contact-message', sent)).status).toBe(200)
    expect((await stored(sent.subject))[0]?.message).toContain('🌸')
  })

  test('of a machine that fills the hidden field looks sent, and is not [S2.11.7]', async () => {
    const sent = message({ website: 'https://spam.example' })
    expect(await callFunction('contact-message', sent)).toMatchObject({ status: 200, body: { success: true } })
    expect(await stored(sent.subject)).toEqual([])
    expect(await mailed(sent.subject)).toEqual([])
  })

  test('the eleventh of an hour is refused, with when to come back', async () => {
    const address = newAddress()
    const replies = []
    for (let n = 0; n < 11; n++) replies.push(await callFunction('contact-message', message(), { address }))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(replies.at(-1)?.body).toMatchObject({ error: expect.stringMatching(/Please try again in \d+ minutes\./) })
  })

  test('is read by no visitor', async () => {
    const { data, error } = await anonClient('shop').from('contact_messages').select()
    expect(data).toBeNull()
    expect(error?.code).toBe('42501')
  })
})

// The last of this file: it uses up what the owner's mailbox takes in an hour.
test('a flood from many addresses is stored, and does not fill the owner’s mailbox', async () => {
  const subject = `Flood ${randomUUID()}`
  const replies = await Promise.all(
    Array.from({ length: 80 }, () => callFunction('contact-message', message({ subject }))),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stored(subject)).toHaveLength(80)
  const mails = await mailed(subject)
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.length).toBeLessThanOrEqual(60)
})
