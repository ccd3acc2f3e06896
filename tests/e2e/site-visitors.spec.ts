import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClient, open, serviceClient } from '../support/browser.ts'
import { ownContent } from '../support/own-content.ts'
import { openOutbox } from '../support/shop-mail.ts'

const newEmail = () => `${randomUUID().slice(0, 12)}@test.example`
const OWNER = 'admin@dahlia.example'

/** The page a letter's link leads to, as a path on the server under test. */
function pathIn(text: string | undefined, pattern: RegExp): string {
  const link = pattern.exec(text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  return pathname + search
}
const CONFIRM = /https?:\S+\/newsletter\/confirm\?token=\S+/
const LEAVE = /https?:\S+\/newsletter\/unsubscribe\?token=\S+/

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(async ({ context }) => {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.19.${randomInt(256)}.${randomInt(256)}` })
})

test.describe('events', () => {
  let content: Awaited<ReturnType<typeof ownContent>>
  test.beforeAll(async () => {
    content = await ownContent(3)
  })
  test.afterAll(() => content.remove())

  /** Collects what the page records, from its beacons. */
  function beacons(page: Page) {
    const seen: { name: string; path: string; properties?: Record<string, unknown> }[] = []
    page.on('request', (request) => {
      if (request.url().includes('/record-event')) seen.push(JSON.parse(request.postData() ?? '{}'))
    })
    return seen
  }

  test('each page that is shown counts once, also when no document is loaded for it', async ({ page }) => {
    const seen = beacons(page)
    await open(page, '/cart')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You pay at the retailer')
    await expect
      .poll(() => seen.map(({ name, path }) => `${name} ${path}`))
      .toEqual(['page_view /cart', 'page_view /contact', 'page_view /cart'])
    const stored = await (await serviceClient()).from('events').select('is_bot').eq('path', '/cart').limit(1)
    // A headless browser says what it is, and is kept apart.
    expect(stored.data).toEqual([{ is_bot: true }])
    expect(await page.context().cookies()).toEqual([])
  })

  test('an outbound click is recorded by every way of following the link, and the link is left alone [S7.5]', async ({
    page,
    context,
  }) => {
    const seen = beacons(page)
    const clicks = () => seen.filter(({ name }) => name === 'outbound_click').length
    await open(page, `/products?merchant=${encodeURIComponent(content.merchant)}`)
    const links = page.locator('main a[data-outbound]')
    await expect(links).toHaveCount(3)
    await expect(links.first()).toHaveAttribute('href', /^https:\/\/shop\.example\.com\/p\/\d$/)
    await expect(links.first()).toHaveAttribute('rel', 'sponsored nofollow noopener')
    // Another link each time: the second click on one within two seconds is the same decision.
    const ways = [
      () => links.nth(0).click(),
      () => links.nth(1).click({ button: 'middle' }),
      () => links.nth(2).click({ modifiers: ['ControlOrMeta'] }),
      () => links.nth(0).press('Enter'),
    ]
    for (const [index, follow] of ways.entries()) {
      const opened = context.waitForEvent('page')
      await follow()
      await (await opened).close()
      await expect.poll(clicks).toBe(index + 1)
    }
    const [click] = seen.filter(({ name }) => name === 'outbound_click')
    expect(click).toMatchObject({
      path: '/products',
      productId: expect.any(Number),
      properties: { merchant: content.merchant, slot: 'list' },
    })
    await links.nth(2).click({ button: 'right' })
    await page.keyboard.press('Escape')
    expect(clicks()).toBe(ways.length)
  })
})

test.describe('the e-mail club', () => {
  test('joins, confirms by a press, receives plan and gift, and leaves by a press [S2.2.1] [S4.5] [S8.11]', async ({
    page,
  }) => {
    const [outbox, email] = [await openOutbox(), newEmail()]
    await open(page, '/about')
    await page.getByRole('contentinfo').getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Join the club' }).click()
    await expect(page.getByRole('button', { name: 'Joining...' })).toBeDisabled()
    await expect(page.getByRole('heading', { name: "You're in!" })).toBeVisible()
    await expect(page.locator('.toast')).toHaveText('Thank you for joining the email club!')

    const [letter] = await outbox.mailsTo(email)
    const confirmPath = pathIn(letter?.body_text, CONFIRM)
    // A mail scanner opens links and presses nothing.
    await page.request.get(confirmPath)
    expect(await outbox.mailsTo(email)).toHaveLength(1)

    await page.goto(confirmPath)
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're in!" })).toBeVisible()
    expect((await outbox.mailsTo(email)).map(({ kind }) => kind)).toEqual(['newsletter_plan', 'newsletter_confirm'])
    await page.getByRole('link', { name: 'Print your week card' }).click()
    await expect(page.getByRole('heading', { name: 'Seven days of glow' })).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(21)

    const leavePath = pathIn((await outbox.mailsTo(email))[0]?.body_text, LEAVE)
    await page.goto(leavePath)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have left the club')
    // The confirm link has ended with the membership.
    await page.goto(confirmPath)
    await page.getByRole('button', { name: 'Yes, this is my address' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is over')
  })

  test('is joining for a second, and the success panel never turns back [S4.7] [S9.9]', async ({ page }) => {
    await page.route('**/functions/v1/newsletter-signup', (route) => route.fulfill({ json: { success: true } }))
    await page.clock.install()
    await open(page, '/cart')
    await page.getByRole('contentinfo').getByLabel('Email address').fill('ada@example.com')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Join the club' }).click()
    await page.clock.runFor(950)
    await expect(page.getByRole('button', { name: 'Joining...' })).toBeDisabled()
    await page.clock.runFor(100)
    await expect(page.getByRole('heading', { name: "You're in!" })).toBeVisible()
    await page.clock.resume()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write to us')
    await expect(page.getByRole('heading', { name: "You're in!" })).toBeVisible()
  })

  test('submits nothing that is no address [S5.6] [S8.10]', async ({ page }) => {
    let submitted = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && !request.url().includes('record-event')) submitted++
    })
    await open(page, '/cart')
    const box = page.getByRole('contentinfo').getByLabel('Email address')
    for (const wrong of ['', '   ', 'ada', 'ada@example', 'a da@example.com']) {
      await box.fill(wrong)
      await page.getByRole('button', { name: 'Join the club' }).click()
      await expect(page.locator('.toast').last()).toHaveText('Please enter a valid email address')
      await expect(box).toBeFocused()
      await expect(box).toHaveAccessibleDescription('Please enter a valid email address')
    }
    expect(submitted).toBe(0)
  })

  test('the button of mail programs leaves with one POST to the letter’s address', async ({ request }) => {
    const [outbox, email] = [await openOutbox(), newEmail()]
    await request.post('/newsletter', { form: { email, source: '/' } })
    const leavePath = pathIn((await outbox.mailsTo(email))[0]?.body_text, LEAVE)
    const left = await request.post(leavePath, { form: { 'List-Unsubscribe': 'One-Click' } })
    expect(left.status()).toBe(200)
    const { data } = await (await serviceClient()).from('newsletter_subscribers').select('status').eq('email', email)
    expect(data).toEqual([{ status: 'unsubscribed' }])
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('joins, keeps what was typed wrong, and confirms [S4.6]', async ({ page }) => {
      const [outbox, email] = [await openOutbox(), newEmail()]
      await page.goto('/about')
      const typed = page.getByRole('contentinfo').getByLabel('Email address')
      await typed.fill('ada@nowhere')
      await page.getByRole('button', { name: 'Join the club' }).click()
      await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address')
      const again = page.getByRole('main').getByLabel('Email address')
      await expect(again).toHaveValue('ada@nowhere')
      await again.fill(email)
      await page.getByRole('main').getByRole('button', { name: 'Join the club' }).click()
      await expect(page.getByRole('main').getByRole('status')).toContainText(
        'Check your inbox for your free 7-Day Glow-Up Plan',
      )
      await page.goto(pathIn((await outbox.mailsTo(email))[0]?.body_text, CONFIRM))
      await page.getByRole('button', { name: 'Yes, this is my address' }).click()
      await expect(page.getByRole('heading', { level: 1, name: "You're in!" })).toBeVisible()
    })
  })
})

test.describe('the contact page', () => {
  const fill = async (page: Page, fields: Record<string, string>) => {
    const form = page.getByRole('main').locator('form')
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  }
  const message = (subject: string) => ({
    'Your Name': 'Ada',
    'Email Address': 'ada@test.example',
    Subject: subject,
    Message: 'Where is the blue one?',
  })

  test('has three cards and the form of the specification [S2.1.2] [S2.11.1] [S2.11.2] [S2.11.3] [S2.11.4]', async ({
    page,
  }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: 'hello@dahlia.example' })).toHaveAttribute('href', /^mailto:/)
    await expect(main.getByRole('link', { name: 'partners@dahlia.example' })).toHaveAttribute('href', /^mailto:/)
    await expect(main.getByRole('link', { name: /^Instagram/ })).toHaveAttribute('target', '_blank')
    await expect(main.getByRole('link', { name: /^Twitter/ })).toHaveAttribute('target', '_blank')
    await expect(main.getByLabel('Email Address')).toHaveAttribute('type', 'email')
    await expect(main.getByRole('textbox', { name: 'Message' })).toHaveAttribute('rows', '6')
  })

  test('sends a message to the owner and says so [S2.11.5]', async ({ page }) => {
    const subject = `Question ${randomUUID()}`
    await open(page, '/contact')
    await fill(page, message(subject))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('.toast')).toHaveText('Your message is on its way. Thank you for writing!')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    const mails = await (await openOutbox()).mailsTo(OWNER)
    expect(mails.map((mail) => mail.subject)).toContain(`[Dahlia] ${subject}`)
  })

  test('marks the fields that are wrong, moves there, and keeps what was typed [S5.7]', async ({ page }) => {
    await open(page, '/contact')
    await fill(page, { ...message('Hello'), 'Email Address': 'ada' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    const email = page.getByRole('main').getByLabel('Email Address')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(page.locator('.toast')).toHaveText('Please look at the marked fields')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where is the blue one?')
  })

  test('loses nothing when the connection is gone', async ({ page, context }) => {
    await open(page, '/contact')
    await fill(page, message('Hello'))
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('.toast')).toHaveText('Failed to send your message. Please try again in a moment.')
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Where is the blue one?')
  })

  test('runs nothing of what a message holds', async ({ page }) => {
    const subject = `<img src=x onerror="document.title='owned'"> ${randomUUID()}`
    await open(page, '/contact')
    await fill(page, { ...message(subject), 'Email Address': '"><script>@x' })
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.locator('main .field-error')).toHaveCount(1)
    expect(await page.title()).toBe('Contact | Dahlia')
    expect((await (await openOutbox()).mailsTo(OWNER)).map((mail) => mail.subject)).not.toContain(subject)
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('says what is wrong, keeps what was typed, and sends', async ({ page }) => {
      const subject = `Question ${randomUUID()}`
      await page.goto('/contact')
      await fill(page, { ...message(''), Message: 'One\nTwo' })
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(page.getByRole('alert')).toHaveText('Please look at the marked fields')
      const main = page.getByRole('main')
      await expect(main.getByLabel('Subject')).toHaveAccessibleDescription('Please give your message a subject')
      await expect(main.getByRole('textbox', { name: 'Message' })).toHaveValue('One\nTwo')
      await main.getByLabel('Subject').fill(subject)
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(main.getByRole('status')).toHaveText('Your message is on its way. Thank you for writing!')
      await expect(main.getByRole('textbox', { name: 'Message' })).toHaveValue('')
      const mails = await (await openOutbox()).mailsTo(OWNER)
      expect(mails.map((mail) => mail.subject)).toContain(`[Dahlia] ${subject}`)
    })

    test('counts each visitor by their own address [S2.11.8]', async ({ request }) => {
      const send = (address: string) =>
        request.post('/contact', {
          headers: { 'x-forwarded-for': address },
          form: { name: 'Ada', email: 'ada@test.example', subject: 'Many', message: 'Hello' },
        })
      const address = `198.19.${randomInt(256)}.${randomInt(256)}`
      for (let sent = 0; sent < 10; sent++) expect((await send(address)).status()).toBe(200)
      const refused = await send(address)
      expect(refused.status()).toBe(429)
      expect(await refused.text()).toContain('Please try again in')
      expect((await send('198.19.1.300')).status()).toBe(200)
    })
  })
})

test.describe('resetting a password', () => {
  async function account() {
    const [email, shop] = [newEmail(), await serviceClient()]
    const { error } = await shop.auth.admin.createUser({ email, password: 'the 0ld password', email_confirm: true })
    if (error) throw error
    return email
  }

  test('asks for the mail, chooses a new password by its link, once [S2.1.1] [S4.12]', async ({ page }) => {
    const [email, outbox] = [await account(), await openOutbox()]
    await open(page, '/reset-password')
    const send = page.getByRole('button', { name: 'Send the link' })
    await send.click()
    await expect(page.getByText('Please enter your email address')).toBeVisible()
    await page.getByRole('main').getByLabel('Email Address').fill(email)
    await send.click()
    await expect(page.getByRole('status').filter({ hasText: 'Password reset email sent' })).toHaveText(
      'Password reset email sent. Please check your inbox.',
    )
    const link = pathIn((await outbox.mailsTo(email))[0]?.body_text, /https?:\S+\/verify\?\S+/)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    await expect(page).toHaveURL(/\/reset-password$/)
    const password = page.getByLabel('New password')
    await password.fill('short')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(password).toHaveAccessibleDescription(/Password should be at least 10 characters/)
    await expect(password).toHaveValue('short')
    await password.fill('a brand n3w password')
    await page.getByLabel('Show the password').check()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Save the new password' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is changed')

    const visitor = await anonClient()
    expect((await visitor.auth.signInWithPassword({ email, password: 'the 0ld password' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await visitor.auth.signInWithPassword({ email, password: 'a brand n3w password' })).error).toBeNull()

    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is over')
    await expect(page.getByRole('main').getByLabel('Email Address')).toBeVisible()
  })

  test('with a second factor asks for its code, and for the next one when that was wrong [S4.12]', async ({
    page,
    baseURL,
  }) => {
    const [email, outbox] = [await account(), await openOutbox()]
    const { auth } = await anonClient()
    await auth.signInWithPassword({ email, password: 'the 0ld password' })
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
    if (factor?.type !== 'totp') throw new Error('no factor')
    const { secret } = factor.totp
    const enrolled = await auth.mfa.challengeAndVerify({ factorId: factor.id, code: totp(secret) })
    expect(enrolled.error).toBeNull()

    await auth.resetPasswordForEmail(email, { redirectTo: `${baseURL}/reset-password` })
    await page.goto(pathIn((await outbox.mailsTo(email))[0]?.body_text, /https?:\S+\/verify\?\S+/))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    const [password, code] = [page.getByLabel('New password'), page.getByLabel('Code from your authenticator app')]
    const save = page.getByRole('button', { name: 'Save the new password' })
    await password.fill('a brand n3w password')
    await expect(code).toHaveCount(0)
    await save.click()
    await expect(code).toBeFocused()
    await expect(code).toHaveAccessibleDescription('Enter the code from your authenticator app as well.')
    await expect(password).toHaveValue('a brand n3w password')

    await code.fill(totp(secret, 1) === '000000' ? '111111' : '000000')
    await save.click()
    await expect(code).toHaveAccessibleDescription(/Invalid TOTP code/)
    await expect(code).toBeFocused()
    expect((await auth.signInWithPassword({ email, password: 'the 0ld password' })).error).toBeNull()

    // The code counts once it was right, also where the password then is not.
    await password.fill('short')
    await code.fill(totp(secret, 1))
    await save.click()
    await expect(password).toHaveAccessibleDescription(/Password should be at least 10 characters/)
    await expect(password).toBeFocused()
    await expect(code).toHaveCount(0)
    await password.fill('a brand n3w password')
    await save.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password is changed')
    expect((await auth.signInWithPassword({ email, password: 'a brand n3w password' })).error).toBeNull()
  })

  test('a made-up session is refused like an expired link', async ({ page }) => {
    await page.goto('/reset-password#access_token=a.b.c&refresh_token=r&type=recovery')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is over')
    await expect(page).toHaveURL(/\/reset-password$/)
  })

  test('only this page loads the sign-in library', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await open(page, '/reset-password')
    const before = scripts.length
    await page.getByRole('main').getByLabel('Email Address').fill(newEmail())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Password reset email sent')).toBeVisible()
    expect(scripts.length).toBeGreaterThan(before)
  })
})
