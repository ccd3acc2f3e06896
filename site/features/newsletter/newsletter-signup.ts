import { type Post, postFromPage, postFunction } from '#site/ssr/data/post-function.ts'
import { type SignupResult, signupTexts } from './signup-texts.ts'

/** `website` is the field that people do not see. */
export interface Signup {
  email: string
  source_page: string
  website: string
}

/** From the browser. */
export const joinFromPage = (signup: Signup) => joinNewsletter(postFromPage, signup)

/** Hands an address to the server function that checks, limits and stores it, and says in our words what came of it. */
export async function joinNewsletter(post: Post, signup: Signup): Promise<SignupResult & { status: number }> {
  const { ok, status, fields } = await postFunction(post, 'newsletter-signup', signup)
  if (ok) return { ok: true, status: 200, message: signupTexts.success }
  if (status === 400 && fields.email) return { ok: false, status, message: signupTexts.invalid }
  if (status === 429) return { ok: false, status, message: signupTexts.tooMany }
  return { ok: false, status: 503, message: signupTexts.unavailable }
}
