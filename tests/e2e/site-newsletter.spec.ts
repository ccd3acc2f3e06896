import { expect, test } from '@playwright/test'
import { open, serviceClient } from '../support/browser.ts'
import { openOutbox } from '../support/shop-mail.ts'
import { newEmail, ownAddress, pathIn } from '../support/visitor.ts'

const CONFIRM = /https?:\S+\/newsletter\/confirm\?token=\S+/
const LEAVE = /https?:\S+\/newsletter\/unsubscribe\?token=\S+/

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(ownAddress)

test.describe('the newsletter form', () => {
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
