import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shopUnderTest } from './browser.ts'
import { anonClientOf, serviceClientOf } from './clients.ts'

export type StaffRole = 'admin' | 'editor' | 'viewer'

export interface Account {
  id: string
  email: string
  password: string
}

/** An account of its own, so that tests which sign out everywhere or change a role disturb nobody. */
export async function staffAccount(role: StaffRole, shop = shopUnderTest()): Promise<Account> {
  const service = await serviceClientOf(shop)
  const account = { email: `${role}-${randomUUID().slice(0, 8)}@staff.example`, password: `Pass-${randomUUID()}` }
  const { data, error } = await service.auth.admin.createUser({ ...account, email_confirm: true })
  if (error) throw error
  if (role !== 'viewer') {
    const given = await service.from('user_roles').insert({ user_id: data.user.id, role })
    if (given.error) throw new Error(given.error.message)
  }
  return { id: data.user.id, ...account }
}

/** Through the form, as people do. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Account, 'email' | 'password'>,
  shopUrl = '',
): Promise<void> {
  await page.context().setExtraHTTPHeaders(ownAddress())
  await page.goto(`${shopUrl}/admin/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/**
 * A screen, for whoever signed in before: their session lies in the browser. One page is loaded where the form loads
 * three; that one is judged in admin-sign-in.spec.ts.
 */
export async function openAsStaff(page: Page, { account, path, shop = shopUnderTest() }: StaffVisit): Promise<void> {
  const headers = ownAddress()
  const client = await anonClientOf(shop, headers)
  const { data, error } = await client.auth.signInWithPassword(account)
  if (error) throw error
  const { origin, hostname } = new URL(shop.url)
  // Where supabase-js looks for it, with the first part of the host in the name.
  const session = { name: `sb-${hostname.split('.')[0]}-auth-token`, value: JSON.stringify(data.session) }
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage: [session] }] })
  await page.context().setExtraHTTPHeaders(headers)
  await page.goto(origin + path)
}

interface StaffVisit {
  account: Account
  path: string
  shop?: { url: string; dataDir: string }
}

/** Sign-ins are limited for each address: a test is a visitor of its own. */
const ownAddress = () => ({ 'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}` })
