import type { PlatformConfig } from './schema.ts'

/** Sentences for settings that the CLI knows and that are switched on, but have no effect here. */
export function unservedSettings({ api, auth, functions }: PlatformConfig): string[] {
  const { sms } = auth
  const switches: Switch[] = [
    ['api.tls', api.tls.enabled, 'put a proxy in front for HTTPS'],
    ['auth.web3.solana', auth.web3.solana.enabled, 'signing in with a wallet is not served here'],
    ['auth.web3.ethereum', auth.web3.ethereum.enabled, 'signing in with a wallet is not served here'],
    ['auth.oauth_server', auth.oauth_server.enabled, 'the OAuth server is not served here'],
    ['auth.mfa.web_authn', auth.mfa.web_authn.enroll_enabled, 'WebAuthn factors are not served here'],
    ...Object.entries(auth.hook).map(hook),
    ...Object.entries(auth.email.notification).map(notification),
    ['auth.sms.twilio_verify', sms.twilio_verify.enabled, ONLY_TWILIO],
    ['auth.sms.messagebird', sms.messagebird.enabled, ONLY_TWILIO],
    ['auth.sms.textlocal', sms.textlocal.enabled, ONLY_TWILIO],
    ['auth.sms.vonage', sms.vonage.enabled, ONLY_TWILIO],
  ]
  return [
    ...switches.filter(([, on]) => on).map(([key, , why]) => `${key} is switched on, but ${why}`),
    ...Object.entries(functions).flatMap(([name, { import_map, static_files }]) => [
      ...(import_map ? [`functions.${name}.import_map has no effect: ${IN_NODE}`] : []),
      ...(static_files.length > 0 ? [`functions.${name}.static_files has no effect: ${IN_NODE}`] : []),
    ]),
  ]
}

const ONLY_TWILIO = 'only twilio sends text messages here'
const IN_NODE = 'functions run in Node and import from node_modules'

type Switch = [key: string, on: boolean | undefined, why: string]

function hook([name, settings]: [string, { enabled: boolean } | undefined]): Switch {
  return [`auth.hook.${name}`, settings?.enabled, 'hooks are not called here']
}

function notification([name, settings]: [string, { enabled: boolean }]): Switch {
  return [`auth.email.notification.${name}`, settings.enabled, 'notification mails are not sent here']
}
