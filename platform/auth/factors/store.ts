import { randomUUID } from 'node:crypto'
import { FACTOR_COLUMNS, FACTOR_NAMES, type Factor, type FactorType } from '../accounts/factors.ts'
import type { User } from '../accounts/users.ts'
import type { Queryable } from '../database.ts'
import { inet } from '../sessions/sessions.ts'

/** How long a challenge can be answered, and how long an enrolment may wait for its first response. */
export const CHALLENGE_SECONDS = 300

export interface NewFactor {
  user: User
  kind: FactorType
  name: string
  secret?: string
  phone?: string
  now: Date
}

export async function insertFactor(db: Queryable, factor: NewFactor): Promise<Factor> {
  const { user, kind, name, secret, phone, now } = factor
  const { rows } = await db.query<Factor>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone, created_at, updated_at)
     values ($1, $2, $3, $4, 'unverified', $5, $6, $7, $7) returning ${FACTOR_COLUMNS}`,
    [randomUUID(), user.id, name, kind, secret ?? null, phone ?? null, now],
  )
  const row = rows[0]
  if (!row) throw new Error('The factor was not stored.')
  return row
}

export async function findFactor(db: Queryable, userId: string, id: string): Promise<Factor | null> {
  const { rows } = await db.query<Factor>(
    `select ${FACTOR_COLUMNS} from auth.mfa_factors where id = $1 and user_id = $2`,
    [id, userId],
  )
  return rows[0] ?? null
}

/** Enrolments that were given up would otherwise use up the user's allowance. */
export async function deleteStaleFactors(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query(
    `delete from auth.mfa_factors
     where user_id = $1 and status = 'unverified' and created_at < $2::timestamptz - interval '${CHALLENGE_SECONDS} seconds'`,
    [userId, now],
  )
}

/** Removes a factor; sessions that were raised by it fall back. */
export async function deleteFactor(db: Queryable, factor: Factor): Promise<void> {
  const { method } = FACTOR_NAMES[factor.factor_type]
  await db.query(
    `delete from auth.mfa_amr_claims
     where authentication_method = $2 and session_id in (select id from auth.sessions where factor_id = $1)`,
    [factor.id, method],
  )
  await db.query(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1`, [factor.id])
  await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
}

export interface Challenge {
  id: string
  created_at: Date
  ip_address: string
  /** Fingerprint of the code that a phone was sent. */
  otp_code: string | null
  /** What a security key has to sign. */
  key_challenge: string | null
}

const CHALLENGE_COLUMNS = `id, created_at, host(ip_address) as ip_address, otp_code,
  web_authn_session_data ->> 'challenge' as key_challenge`

export async function insertChallenge(
  db: Queryable,
  {
    factor,
    address,
    otpFingerprint,
    keyChallenge,
    now,
  }: { factor: Factor; address: string; otpFingerprint: string | null; keyChallenge: string | null; now: Date },
): Promise<Challenge> {
  const { rows } = await db.query<Challenge>(
    `insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4, $5, $6) returning ${CHALLENGE_COLUMNS}`,
    [
      randomUUID(),
      factor.id,
      now,
      inet(address) ?? '0.0.0.0',
      otpFingerprint,
      keyChallenge === null ? null : { challenge: keyChallenge },
    ],
  )
  // The column is unique over all factors: the database's clock ticks in microseconds, ours in milliseconds.
  await db.query('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factor.id])
  const row = rows[0]
  if (!row) throw new Error('The challenge was not stored.')
  return row
}

export async function findChallenge(db: Queryable, factorId: string, id: string): Promise<Challenge | null> {
  const { rows } = await db.query<Challenge>(
    `select ${CHALLENGE_COLUMNS} from auth.mfa_challenges
     where id = $1 and factor_id = $2 for update`,
    [id, factorId],
  )
  return rows[0] ?? null
}

export async function deleteChallenge(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.mfa_challenges where id = $1', [id])
}

/** Uses up the code of a time step, and with it all earlier ones: RFC 6238 5.2. False when it was used before. */
export async function consumeStep(db: Queryable, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into _platform.totp_steps as used (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step`,
    [factorId, step],
  )
  return rowCount === 1
}

/** Marks the factor as verified and drops the user's other attempts of its kind. */
export async function verifyFactor(db: Queryable, factor: Factor, now: Date): Promise<void> {
  await db.query(`update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1`, [factor.id, now])
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and id <> $2 and factor_type = $3 and status = 'unverified'`,
    [factor.user_id, factor.id, factor.factor_type],
  )
}
