import { expect, type Page } from '@playwright/test'
import { shopUnderTest } from './browser.ts'
import { anonClientOf } from './clients.ts'
import type { Account } from './staff.ts'

/** Ends every session of an account from another browser. */
export async function endSessions(account: Account, shop = shopUnderTest()): Promise<void> {
  const elsewhere = await anonClientOf(shop)
  expect((await elsewhere.auth.signInWithPassword(account)).error).toBeNull()
  expect((await elsewhere.auth.signOut({ scope: 'global' })).error).toBeNull()
}

/** An hour later: the next request renews the token first. */
export const expireToken = (page: Page) =>
  page.evaluate(() => {
    for (const [key, value] of Object.entries<string>({ ...localStorage })) {
      if (key.endsWith('-auth-token'))
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), expires_at: 1 }))
    }
  })

export const sessionHasEnded = (page: Page) => page.getByRole('alertdialog', { name: 'Your session has ended' })

/** Over the screen that waits below. */
export async function signInAgain(page: Page, { password }: Account): Promise<void> {
  const question = sessionHasEnded(page)
  await question.getByLabel('Password').fill(password)
  await question.getByRole('button', { name: 'Sign In' }).click()
  await expect(question).toHaveCount(0)
}
