import { changeConfig, changedConfig } from '#domain/site-config.ts'
import { configOf } from '#domain/site-settings.ts'
import { type Log, withSession } from '#platform'

export interface SiteSettingsOptions {
  databaseUrl: string
  log: Log
  /** They differ from what pages were rendered with. */
  onChange(): void
}

/** Keeps the texts that this process renders and mails with to what the office's settings say. */
export function followSiteSettings({ databaseUrl, log, onChange }: SiteSettingsOptions) {
  let reading = Promise.resolve()
  const read = async () => {
    const rows = await withSession({ url: databaseUrl, name: 'dahlia settings' }, async (client) => {
      const found = await client.query<{ key: string; value: unknown }>('select key, value from public.site_settings')
      return found.rows
    })
    const before = changedConfig()
    changeConfig(configOf(rows))
    if (changedConfig() !== before) onChange()
  }
  return {
    /** One reading after the other, so that the last one wins. */
    read: () => {
      reading = reading.then(read).catch((error: unknown) => {
        log.warn({ err: error }, 'settings could not be read: the site goes on with those it knows')
      })
      return reading
    },
  }
}
