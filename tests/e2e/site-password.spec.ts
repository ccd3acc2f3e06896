import { expect, test } from '@playwright/test'
import { totp } from '../fakes/authenticator-app.ts'
import { anonClient, open, serviceClient } from '../support/browser.ts'
import { openOutbox } from '../support/shop-mail.ts'
import { newEmail, ownAddress, pathIn } from '../support/visitor.ts'

// Every visitor here comes through the proxy from an address of its own: nobody uses up another test's limits.
test.beforeEach(ownAddress)

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
      'Password reset email sent. Please check your inbox. ' +
        'This site cannot send mail yet: the mail is written, and waits until the owner connects a mail server.',
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
