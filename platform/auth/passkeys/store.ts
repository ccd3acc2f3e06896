import type { Queryable } from '../database.ts'

/** A row of auth.webauthn_credentials. */
export interface Passkey {
  id: string
  user_id: string
  /** base64url */
  credential_id: string
  public_key: Buffer
  sign_count: number
  transports: string[]
  friendly_name: string
  created_at: Date
  last_used_at: Date | null
}

const COLUMNS = `id, user_id, rtrim(translate(encode(credential_id, 'base64'), E'+/\\n', '-_'), '=') as credential_id,
  public_key, sign_count::integer as sign_count, transports, friendly_name, created_at, last_used_at`

export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 order by created_at`,
    [userId],
  )
  return rows
}

export async function findPasskey(db: Queryable, userId: string, id: string): Promise<Passkey | null> {
  const { rows } = await db.query<Passkey>(
    `select ${COLUMNS} from auth.webauthn_credentials where user_id = $1 and id = $2`,
    [userId, id],
  )
  return rows[0] ?? null
}

export async function findPasskeyByCredential(db: Queryable, credentialId: string): Promise<Passkey | null> {
  const { rows } = await db.query<Passkey>(
    `select ${COLUMNS} from auth.webauthn_credentials where credential_id = $1 for update`,
    [Buffer.from(credentialId, 'base64url')],
  )
  return rows[0] ?? null
}

export interface NewPasskey {
  userId: string
  credentialId: string
  publicKey: Uint8Array
  attestationType: string
  aaguid: string
  signCount: number
  transports: string[]
  multiDevice: boolean
  backedUp: boolean
  now: Date
}

export async function insertPasskey(db: Queryable, passkey: NewPasskey): Promise<Passkey> {
  const { rows } = await db.query<Passkey>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${COLUMNS}`,
    [
      passkey.userId,
      Buffer.from(passkey.credentialId, 'base64url'),
      Buffer.from(passkey.publicKey),
      passkey.attestationType,
      passkey.aaguid,
      passkey.signCount,
      JSON.stringify(passkey.transports),
      passkey.multiDevice,
      passkey.backedUp,
      passkey.now,
    ],
  )
  const row = rows[0]
  if (!row) throw new Error('The passkey was not stored.')
  return row
}

export async function recordUse(
  db: Queryable,
  { id, signCount, backedUp, now }: { id: string; signCount: number; backedUp: boolean; now: Date },
): Promise<void> {
  await db.query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4 where id = $1`,
    [id, signCount, backedUp, now],
  )
}

export type CeremonyKind = 'registration' | 'authentication'

export async function openCeremony(
  db: Queryable,
  {
    userId,
    kind,
    challenge,
    expiresAt,
  }: { userId: string | null; kind: CeremonyKind; challenge: string; expiresAt: Date },
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, $3, $4) returning id`,
    [userId, kind, { challenge }, expiresAt],
  )
  return rows[0]?.id ?? ''
}

/** Takes the challenge away: it is answered once, rightly or wrongly. */
export async function closeCeremony(
  db: Queryable,
  { id, userId, kind }: { id: string; userId: string | null; kind: CeremonyKind },
): Promise<{ challenge: string; expiresAt: Date } | null> {
  const { rows } = await db.query<{ challenge: string; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3
     returning session_data ->> 'challenge' as challenge, expires_at`,
    [id, kind, userId],
  )
  const row = rows[0]
  return row ? { challenge: row.challenge, expiresAt: row.expires_at } : null
}

export function presentPasskey(passkey: Passkey) {
  return {
    id: passkey.id,
    ...(passkey.friendly_name ? { friendly_name: passkey.friendly_name } : {}),
    created_at: passkey.created_at.toISOString(),
    ...(passkey.last_used_at ? { last_used_at: passkey.last_used_at.toISOString() } : {}),
  }
}
