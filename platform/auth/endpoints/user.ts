import { presentUser } from '../accounts/present-user.ts'
import type { Visit } from '../deps.ts'
import { requireUser } from '../sessions/authenticate.ts'

/** GET /user */
export async function getUser(visit: Visit): Promise<Response> {
  const { user } = await requireUser(visit)
  return Response.json(await presentUser(visit.env.auth.db, user))
}
