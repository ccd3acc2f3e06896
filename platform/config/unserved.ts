import type { PlatformConfig } from './schema.ts'

const NOT_SENT = 'notification mails are not sent here'
const IN_NODE = 'functions run in Node and import from node_modules'

/**
 * Sentences for settings that the CLI knows and that are set, but have no effect here. What the auth service would have
 * to refuse for safety's sake (hooks, senders of text messages) it checks itself when it starts.
 */
export function unservedSettings({ api, auth, functions }: PlatformConfig): string[] {
  return [
    ...(api.tls.enabled ? ['api.tls is switched on, but put a proxy in front for HTTPS'] : []),
    ...Object.entries(auth.email.notification)
      .filter(([, { enabled }]) => enabled)
      .map(([name]) => `auth.email.notification.${name} is switched on, but ${NOT_SENT}`),
    ...Object.entries(functions).flatMap(([name, { import_map, static_files }]) => [
      ...(import_map ? [`functions.${name}.import_map has no effect: ${IN_NODE}`] : []),
      ...(static_files.length > 0 ? [`functions.${name}.static_files has no effect: ${IN_NODE}`] : []),
    ]),
  ]
}
