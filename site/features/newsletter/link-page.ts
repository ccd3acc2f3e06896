import { type ActionFunctionArgs, data } from 'react-router'
import { siteContext } from '#site/ssr/data/site-context.ts'
import { followLink, type LinkFunction, linkToken, statusOf } from './follow-newsletter-link.ts'

/** Opening the link changes nothing: machines open links, people press. */
export async function loadLink({ request }: { request: Request }) {
  return { token: await linkToken(request) }
}

/** The page's own button: what the function of this name does with the link's token. */
export const pressLink =
  (name: LinkFunction) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const token = await linkToken(request)
    const outcome = await followLink(context.get(siteContext).post, name, token)
    return data({ token, outcome }, { status: statusOf[outcome] })
  }
