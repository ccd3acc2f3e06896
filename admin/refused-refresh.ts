let refused = false

/**
 * fetch that notices when the accounts service refuses to renew a session: it has ended on the server. supabase-js tells of
 * it as of a sign-out, which nobody asked for.
 */
export function noticingRefusals(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const address = input instanceof Request ? input.url : String(input)
    // As supabase-js decides it: other failures pass, and it tries again.
    if (address.includes('grant_type=refresh_token')) refused = response.status >= 400 && response.status < 500
    return response
  }
}

/** Whether the sign-out that is told of now comes of such a refusal; asked once. */
export function takeRefusal(): boolean {
  const was = refused
  refused = false
  return was
}
