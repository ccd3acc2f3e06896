import { randomInt, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { open } from '../support/browser.ts'
import { openOutbox } from '../support/shop-mail.ts'
import { ownAddress } from '../support/visitor.ts'

const OWNER = 'admin@dahlia.example'

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(ownAddress)

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
