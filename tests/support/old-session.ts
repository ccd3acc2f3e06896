import pg from 'pg'

/** As if an account had signed in an hour ago: what asks for a recent proof asks for the password again. */
export async function ageProofs(databaseUrl: string | undefined, userId: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'
       from auth.sessions where sessions.id = session_id and user_id = $1`,
      [userId],
    )
  } finally {
    await client.end()
  }
}
