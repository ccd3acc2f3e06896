import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { glowUpPlan } from '#site/features/newsletter/glow-up-plan.ts'
import { signupTexts } from '#site/features/newsletter/signup-texts.ts'
import { callFunction, mailsTo, newAddress } from '#tests/support/call-function.ts'
import { serviceClient } from '#tests/support/target.ts'
import { planDays } from '../../supabase/functions/_shared/newsletter/plan.ts'
import { CONSENT_TEXT } from '../../supabase/functions/newsletter-signup/index.ts'

const newEmail = () => `${randomUUID().slice(0, 12)}@test.example`
const join = (email: string, more: object = {}, caller: object = {}) =>
  callFunction('newsletter-signup', { email, source_page: '/blog', ...more }, caller)
const confirm = (token: string) => callFunction('newsletter-confirm', { token })
const leave = (token: string) => callFunction('newsletter-unsubscribe', { token })
const tokenIn = (text: string | undefined, purpose: 'confirm' | 'unsubscribe') =>
  new RegExp(`/newsletter/${purpose}\\?token=([\\w-]{43})`).exec(text ?? '')?.[1] ?? 'none'

async function member(email: string) {
  const { data } = await serviceClient('shop').from('newsletter_subscribers').select().ilike('email', email)
  return data?.[0]
}

/** Joins and confirms; gives the tokens of both letters. */
async function joined() {
  const email = newEmail()
  await join(email)
  const [letter] = await mailsTo(email)
  const token = tokenIn(letter?.body_text, 'confirm')
  await confirm(token)
  return { email, confirmToken: token, leaveToken: tokenIn(letter?.body_text, 'unsubscribe') }
}

describe('joining', () => {
  test('keeps the address as pending with the proof of consent, and asks it to confirm [S4.8]', async () => {
    const email = newEmail()
    expect(await join(`  ${email} `)).toMatchObject({ status: 200, body: { success: true } })
    expect(await member(email)).toMatchObject({
      ...{ email, status: 'pending', source_page: '/blog', confirmed_at: null },
      consent_text: 'At most one letter a week; leave with one click in every letter.',
      consented_at: expect.stringMatching(/^20/),
    })
    const letters = await mailsTo(email)
    expect(letters).toMatchObject([{ kind: 'newsletter_confirm' }])
    const link = tokenIn(letters[0]?.headers['List-Unsubscribe'], 'unsubscribe')
    expect(link).toBe(tokenIn(letters[0]?.body_html, 'unsubscribe'))
    expect(letters[0]?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('looks the same for a member, for one who waits and for a stranger, however the address is spelt', async () => {
    const { email } = await joined()
    const before = await member(email)
    const replies = [
      await join(email.toUpperCase()),
      await join(newEmail()),
      await join(email, {}, { address: newAddress() }),
    ]
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: { success: true } })
    expect(Object.keys(replies[0]?.body ?? {})).toEqual(Object.keys(replies[1]?.body ?? {}))
    // What a stranger types changes nothing for a member, and makes no second membership.
    expect(await member(email)).toEqual(before)
    const letters = (await mailsTo(email)).map(({ kind }) => kind)
    expect(letters).toEqual(['newsletter_confirm', 'newsletter_plan', 'newsletter_plan', 'newsletter_plan'])
  })

  test('sends nobody more than three letters a day, and says nothing of it', async () => {
    const email = newEmail()
    for (let time = 0; time < 5; time++) expect((await join(email)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('knows a mailbox by whatever name it is called', async () => {
    const name = randomUUID().slice(0, 8)
    const spellings = [name, `${name}+a`, `${name}+b`, name.split('').join('.'), `${name.toUpperCase()}+c.d`]
    const emails = spellings.map((spelling) => `${spelling}@test.example`)
    for (const email of emails) expect((await join(email)).status).toBe(200)
    const letters = await Promise.all(emails.map(mailsTo))
    expect(letters.flat()).toHaveLength(3)
  })

  test('is refused for what is no address, and nothing is stored', async () => {
    for (const email of [
      '',
      'ada',
      'ada@example',
      'a b@example.com',
      '\u0000a@example.com',
      'a@exam\u0007ple.com',
      'a\ud800@example.com',
      'a@b.example,c@d.example',
      `${'x'.repeat(250)}@a.example`,
    ]) {
      expect(await join(email)).toMatchObject({
        status: 400,
        body: { fields: { email: 'Please enter a valid email address' } },
      })
    }
    expect((await callFunction('newsletter-signup', {})).body).toMatchObject({
      fields: { email: 'Please enter a valid email address' },
    })
  })

  test('by a machine that fills the hidden field looks successful and stores nothing', async () => {
    const email = newEmail()
    expect(await join(email, { website: 'https://spam.example' })).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await member(email)).toBeUndefined()
    expect(await mailsTo(email)).toEqual([])
  })

  test('is limited for one address of the internet', async () => {
    const address = newAddress()
    const replies = await Promise.all(Array.from({ length: 25 }, () => join(newEmail(), {}, { address })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ success: false, error: expect.stringContaining('Please try again in') })
  })
})

describe('the links in letters', () => {
  test('a confirmed address is sent the plan and the gift, once', async () => {
    const { email, confirmToken } = await joined()
    expect(await member(email)).toMatchObject({ status: 'confirmed', confirmed_at: expect.stringMatching(/^20/) })
    expect(await confirm(confirmToken)).toMatchObject({ status: 200 })
    const letters = await mailsTo(email)
    expect(letters.map(({ kind }) => kind)).toEqual(['newsletter_confirm', 'newsletter_plan'])
    expect(letters[1]?.body_text).toContain('/glow-up-plan/card')
    expect(letters[1]?.body_text).toContain('7. Yours.')
  })

  test('each is for one purpose', async () => {
    const email = newEmail()
    await join(email)
    const [letter] = await mailsTo(email)
    const tokens = { confirm: tokenIn(letter?.body_text, 'confirm'), leave: tokenIn(letter?.body_text, 'unsubscribe') }
    expect((await confirm(tokens.leave)).status).toBe(404)
    expect((await leave(tokens.confirm)).status).toBe(404)
    expect(await member(email)).toMatchObject({ status: 'pending' })
  })

  test('leaving works at once, again and again, and ends the confirm link', async () => {
    const { email, confirmToken, leaveToken } = await joined()
    for (let time = 0; time < 2; time++) expect((await leave(leaveToken)).status).toBe(200)
    expect(await member(email)).toMatchObject({ status: 'unsubscribed', unsubscribed_at: expect.stringMatching(/^20/) })
    expect(await confirm(confirmToken)).toMatchObject({ status: 404, body: { error: 'This link is no longer valid.' } })
    expect(await member(email)).toMatchObject({ status: 'unsubscribed' })
  })

  test('who left can come back, by confirming anew', async () => {
    const { email, leaveToken } = await joined()
    await leave(leaveToken)
    await join(email)
    expect(await member(email)).toMatchObject({ status: 'pending', unsubscribed_at: null })
    await confirm(tokenIn((await mailsTo(email)).at(-1)?.body_text, 'confirm'))
    expect(await member(email)).toMatchObject({ status: 'confirmed' })
  })

  test('made-up ones are refused', async () => {
    expect((await confirm('x'.repeat(43))).status).toBe(404)
    for (const token of ['', 'short', "' or 1=1 --", 'x'.repeat(5000)]) {
      expect([400, 413]).toContain((await leave(token)).status)
    }
  })

  test('of two presses at once only one sends the plan', async () => {
    const email = newEmail()
    await join(email)
    const token = tokenIn((await mailsTo(email))[0]?.body_text, 'confirm')
    await Promise.all(Array.from({ length: 8 }, () => confirm(token)))
    expect((await mailsTo(email)).filter(({ kind }) => kind === 'newsletter_plan')).toHaveLength(1)
  })
})

test('the letter and the site tell the same plan, and ask for the same consent', () => {
  expect(planDays.map(({ title }) => title)).toEqual(glowUpPlan.map(({ title }) => title))
  expect(CONSENT_TEXT).toBe(signupTexts.consent)
})
