let refused = false

/** Between the tabs of one browser. Messages of one tab arrive in their order, so this one before supabase-js's own. */
const tabs = new BroadcastChannel('refused-refresh')
tabs.onmessage = ({ data }: MessageEvent<unknown>) => {
  refused = data === true
}

/**
 * fetch that notices when the accounts service refuses to renew a session: it has ended on the server. supabase-js tells of
 * it as of a sign-out, which nobody asked for, in every tab.
 */
export function noticingRefusals(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const address = input instanceof Request ? input.url : String(input)
    // As supabase-js decides it: other failures pass, and it tries again.
    if (address.includes('grant_type=refresh_token')) tell(response.status >= 400 && response.status < 500)
    return response
  }
}

/** A sign-out that follows was asked for, here and in the other tabs. */
export const forgetRefusal = (): void => tell(false)

/** Whether the sign-out that is told of now comes of such a refusal; asked once. */
export function takeRefusal(): boolean {
  const was = refused
  refused = false
  return was
}

function tell(isRefused: boolean): void {
  refused = isRefused
  tabs.postMessage(isRefused)
}
