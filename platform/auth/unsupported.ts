import type { AuthConfig } from '../config/schema.ts'
import type { Log } from '../log.ts'
import { parseHookUri, SUPPORTED_HOOKS } from './hooks/run-hook.ts'
import { createProviders } from './oauth/registry.ts'

/**
 * Refuses to start with switches on that would change who gets in or what is sent, and that nothing here obeys;
 * warns of those whose calls merely answer that they are off.
 */
export function checkSupported(config: AuthConfig, log: Log): void {
  const ignored = [
    ...Object.entries(config.hook).flatMap(([name, hook]) => {
      if (!hook?.enabled) return []
      if (!SUPPORTED_HOOKS.some((known) => known === name)) return [`auth.hook.${name}`]
      return parseHookUri(hook.uri)
        ? []
        : [`auth.hook.${name} by anything but pg-functions://<database>/<schema>/<function>`]
    }),
    ...(['twilio_verify', 'messagebird', 'textlocal', 'vonage'] as const)
      .filter((name) => config.sms[name].enabled)
      .map((name) => `auth.sms.${name} (use auth.sms.twilio, or pass an sms provider)`),
  ]
  if (ignored.length > 0)
    throw new Error(`config.toml switches on what this server does not have: ${ignored.join(', ')}`)
  if (config.passkey.enabled && !config.webauthn) {
    throw new Error('auth.passkey needs auth.webauthn with rp_display_name, rp_id and rp_origins')
  }
  const served = createProviders(config, fetch)
  const off = [
    ...(config.web3.solana.enabled || config.web3.ethereum.enabled ? ['auth.web3'] : []),
    // The CLI has names for providers that we have no code for: with the issuer as `url` they work by OpenID Connect.
    ...Object.entries(config.external)
      .filter(([name, { enabled }]) => enabled && !served.has(name))
      .map(([name]) => `auth.external.${name} (give its OpenID Connect issuer as url)`),
  ]
  for (const name of off) log.warn({ section: name }, 'this part of config.toml has no effect: its calls stay off')
}
