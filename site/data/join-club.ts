import { type SignupResult, signupTexts } from '../lib/newsletter.ts'

/**
 * Hands an address to the server function that checks, limits and stores it. `call` posts to the functions: from the
 * browser, or while rendering for visitors without script.
 */
export async function joinClub(
  call: (path: string, body: string) => Promise<Response>,
  entry: { email: string; source_page: string },
): Promise<SignupResult & { status: number }> {
  try {
    const reply = await call('/functions/v1/newsletter-signup', JSON.stringify(entry))
    if (reply.ok) return { ok: true, status: 200, message: signupTexts.success }
    if (reply.status === 429) return { ok: false, status: 429, message: signupTexts.tooMany }
  } catch {
    // no connection: the same answer as a function that is not there
  }
  return { ok: false, status: 503, message: signupTexts.unavailable }
}
