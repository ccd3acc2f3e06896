import { randomUUID } from 'node:crypto'
import type { Queryable } from '../database.ts'
import type { CodeChallenge } from '../secrets/code-challenge.ts'
import type { AuthenticationMethod } from './sessions.ts'

/** A row of auth.flow_state: a sign-in that began in one request and ends in another. */
export interface FlowState {
  id: string
  user_id: string | null
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: CodeChallenge['method'] | null
  provider_type: string
  provider_access_token: string | null
  provider_refresh_token: string | null
  authentication_method: AuthenticationMethod
  auth_code_issued_at: Date | null
  created_at: Date
  invite_token: string | null
  referrer: string | null
  linking_target_id: string | null
  oauth_client_state_id: string | null
}

const COLUMNS = `id, user_id, auth_code, code_challenge, code_challenge_method, provider_type, provider_access_token,
  provider_refresh_token, authentication_method, auth_code_issued_at, created_at, invite_token, referrer,
  linking_target_id, oauth_client_state_id`

/** GoTrue's lifetime of a flow and of the code at its end. */
export const FLOW_LIFETIME_MS = 300_000

export interface NewFlowState {
  userId?: string
  challenge: CodeChallenge | null
  providerType: string
  method: AuthenticationMethod
  referrer?: string
  inviteToken?: string
  linkingTargetId?: string
  oauthClientStateId?: string
  now: Date
}

export async function createFlowState(db: Queryable, flow: NewFlowState): Promise<FlowState> {
  const { rows } = await db.query<FlowState>(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
       authentication_method, referrer, invite_token, linking_target_id, oauth_client_state_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)
     returning ${COLUMNS}`,
    [
      randomUUID(),
      flow.userId ?? null,
      flow.challenge ? randomUUID() : null,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.providerType,
      flow.method,
      flow.referrer ?? null,
      flow.inviteToken ?? null,
      flow.linkingTargetId ?? null,
      flow.oauthClientStateId ?? null,
      flow.now,
    ],
  )
  const row = rows[0]
  if (!row) throw new Error('The flow state was not stored.')
  return row
}

export async function findFlowState(db: Queryable, id: string): Promise<FlowState | null> {
  const { rows } = await db.query<FlowState>(`select ${COLUMNS} from auth.flow_state where id = $1 for update`, [id])
  return rows[0] ?? null
}

export async function findFlowStateByCode(db: Queryable, code: string): Promise<FlowState | null> {
  const { rows } = await db.query<FlowState>(
    `select ${COLUMNS} from auth.flow_state where auth_code = $1 and auth_code_issued_at is not null for update`,
    [code],
  )
  return rows[0] ?? null
}

/** Turns the newest waiting flow of a user into a code that the client may exchange. Null when there is none. */
export async function issueAuthCode(
  db: Queryable,
  { userId, method, now }: { userId: string; method: AuthenticationMethod; now: Date },
): Promise<string | null> {
  const { rows } = await db.query<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
     where id = (
       select id from auth.flow_state
       where user_id = $1 and authentication_method = $2 and auth_code is not null
       order by created_at desc limit 1
     )
     returning auth_code`,
    [userId, method, now],
  )
  return rows[0]?.auth_code ?? null
}

export async function finishFlowState(
  db: Queryable,
  {
    id,
    userId,
    accessToken,
    refreshToken,
    now,
  }: { id: string; userId: string; accessToken: string | null; refreshToken: string | null; now: Date },
): Promise<void> {
  await db.query(
    `update auth.flow_state
     set user_id = $2, provider_access_token = $3, provider_refresh_token = $4, auth_code_issued_at = $5, updated_at = $5
     where id = $1`,
    [id, userId, accessToken, refreshToken, now],
  )
}

/** Keeps the password of a sign-up until its browser brings the flow's code. It goes with the flow. */
export async function keepSignUpPassword(db: Queryable, flowId: string, passwordHash: string): Promise<void> {
  await db.query('insert into _platform.sign_up_passwords (flow_id, password_hash) values ($1, $2)', [
    flowId,
    passwordHash,
  ])
}

export async function signUpPassword(db: Queryable, flowId: string): Promise<string | null> {
  const { rows } = await db.query<{ password_hash: string }>(
    'select password_hash from _platform.sign_up_passwords where flow_id = $1',
    [flowId],
  )
  return rows[0]?.password_hash ?? null
}

export async function deleteFlowState(db: Queryable, id: string): Promise<void> {
  await db.query('delete from auth.flow_state where id = $1', [id])
}

/** A mail may be opened an hour after it was asked for: what counts then is when the code was handed out. */
export function isFlowExpired(flow: FlowState, now: Date): boolean {
  return (flow.auth_code_issued_at ?? flow.created_at).getTime() + FLOW_LIFETIME_MS <= now.getTime()
}
