import { followSession, type SessionState } from '#domain/session.ts'
import { publicSettings } from '#site/ssr/data/public-settings.ts'

/** What came of a step: done, or the words that say why not. */
export type StepResult = { ok: true } | { ok: false; message: string; needsCode?: boolean }

/** The account whose password is being chosen. */
export interface Recovery {
  /** Tells who is signed in by the link; returns how to stop. */
  follow(onChange: (state: SessionState) => void): () => void
  /** With the code of the second factor, where the account has one. */
  choosePassword(password: string, code: string): Promise<StepResult>
}

/** supabase-js with its sign-in part is large: only whoever resets a password loads it. Nothing of it is kept here. */
async function openAuth() {
  const { createClient } = await import('@supabase/supabase-js')
  const { auth } = createClient(window.location.origin, publicSettings().publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  return auth
}

/** Asks for the mail with the link that leads back to this page. */
export async function askForMail(email: string): Promise<StepResult> {
  const auth = await openAuth()
  const redirectTo = `${window.location.origin}/reset-password`
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo })
  if (!error) return { ok: true }
  // Limits say how long to wait; whatever else went wrong is not the visitor's to know.
  return { ok: false, message: error.status === 429 ? error.message : 'Failed to send password reset email' }
}

/** Takes the session that the mail's link brought. Null when it has ended. */
export async function openRecovery(tokens: { accessToken: string; refreshToken: string }): Promise<Recovery | null> {
  const auth = await openAuth()
  const { data, error } = await auth.setSession({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  })
  if (error || !data.user) return null
  let isProven = false
  return {
    follow: (onChange) => followSession(auth, onChange),
    async choosePassword(password, code) {
      // Once is enough: by the time of another try of the password the code would be an old one.
      if (code && !isProven) {
        const proven = await proveSecondFactor(auth, code)
        if (!proven.ok) return proven
        isProven = true
      }
      const changed = await auth.updateUser({ password })
      if (changed.error?.code === 'insufficient_aal') {
        return { ok: false, needsCode: true, message: 'Enter the code from your authenticator app as well.' }
      }
      if (changed.error) return { ok: false, message: changed.error.message }
      // Whoever knew the old password, or held the link, is signed out everywhere.
      await auth.signOut({ scope: 'global' })
      return { ok: true }
    },
  }
}

async function proveSecondFactor(auth: Awaited<ReturnType<typeof openAuth>>, code: string): Promise<StepResult> {
  const { data } = await auth.mfa.listFactors()
  const factor = data?.totp[0]
  if (!factor) return { ok: false, message: 'This account has no authenticator app. Ask an administrator for help.' }
  const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  return error ? { ok: false, needsCode: true, message: error.message } : { ok: true }
}
