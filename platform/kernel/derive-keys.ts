import { hkdfSync } from 'node:crypto'

/** Bytes of a key for one purpose. Whoever has the root could forge tokens anyway: what comes of it gives nothing more away. */
export function deriveBytes(root: string, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', root, 'five-families', purpose, length))
}

/** The two API keys that belong to a project's secret. */
export function deriveApiKeys(root: string): { publishable: string; secret: string } {
  const text = (purpose: string) => deriveBytes(root, purpose, 24).toString('base64url')
  return {
    publishable: `sb_publishable_${text('publishable key')}`,
    secret: `sb_secret_${text('secret key')}`,
  }
}
