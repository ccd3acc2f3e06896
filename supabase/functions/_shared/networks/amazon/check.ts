import { type AmazonOptions, createAmazonClient } from './get-items.ts'

/** An item that need not exist: whether the credentials are right is told before. */
const ANY_ITEM = 'B000000000'

export async function checkAmazon(options: AmazonOptions, signal: AbortSignal): Promise<string> {
  for await (const _ of createAmazonClient(options).getItems([ANY_ITEM], signal)) break
  return `Amazon takes the credential and the partner tag for ${options.credentials.marketplace}.`
}
