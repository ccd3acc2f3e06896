import type { PlatformConfig } from './schema.ts'

const NOT_SENT = 'notification mails are not sent here'

/**
 * Sentences for settings that the CLI knows and that are set, but have no effect here. What the auth service would have
 * to refuse for safety's sake (hooks, senders of text messages) it checks itself when it starts.
 */
export function unservedSettings({ api, auth }: PlatformConfig): string[] {
  return [
    ...(api.tls.enabled ? ['api.tls is switched on, but put a proxy in front for HTTPS'] : []),
    ...Object.entries(auth.email.notification)
      .filter(([, { enabled }]) => enabled)
      .map(([name]) => `auth.email.notification.${name} is switched on, but ${NOT_SENT}`),
  ]
}
