import { presentUser } from '../accounts/present-user.ts'
import type { RequestContext } from '../deps.ts'
import { requireUser } from '../sessions/authenticate.ts'

/** GET /user */
export async function getUser(context: RequestContext): Promise<Response> {
  const { user } = await requireUser(context)
  return Response.json(await presentUser(context.env.auth.db, user))
}
