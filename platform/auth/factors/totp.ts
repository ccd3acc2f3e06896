import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import QRCode from 'qrcode'

/** RFC 6238 with what every authenticator app assumes: SHA-1, six digits, thirty seconds. */
const STEP_SECONDS = 30
const DIGITS = 6
/** One step to either side for clocks that disagree. */
const TOLERANCE = [0, -1, 1] as const
/** RFC 4226 asks for at least 128 bits and recommends 160. */
const SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export interface TotpEnrolment {
  secret: string
  uri: string
  qrSvg: string
}

export async function enrolTotp({ issuer, account }: { issuer: string; account: string }): Promise<TotpEnrolment> {
  const secret = toBase32(randomBytes(SECRET_BYTES))
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `algorithm=SHA1&digits=${DIGITS}&issuer=${encodeURIComponent(issuer)}&period=${STEP_SECONDS}&secret=${secret}`
  const uri = `otpauth://totp/${label}?${query}`
  return { secret, uri, qrSvg: await QRCode.toString(uri, { type: 'svg' }) }
}

/** The time step that the code belongs to, of those near enough; null for a wrong code. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const key = fromBase32(secret)
  const drift = TOLERANCE.find((some) => timingSafeEqual(Buffer.from(totpAt(key, step + some)), Buffer.from(code)))
  return drift === undefined ? null : step + drift
}

/** The code of one time step. */
export function totpAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll('=', '').toUpperCase()]
    .map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
