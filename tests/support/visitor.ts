import { randomInt, randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

export const newEmail = () => `${randomUUID().slice(0, 12)}@test.example`

/** The page that a link of an email leads to, as a path on the server under test. */
export function pathIn(text: string | undefined, pattern: RegExp): string {
  const link = pattern.exec(text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(link)
  return pathname + search
}

export async function ownAddress({ context }: { context: BrowserContext }): Promise<void> {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.19.${randomInt(256)}.${randomInt(256)}` })
}
