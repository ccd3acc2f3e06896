import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, readEnvironment } from './config.ts'
import { functionSettings } from './function-settings.ts'

describe('the settings', () => {
  test('are all optional', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: null, siteUrl: 'http://127.0.0.1:3000' })
    expect(config.dataDir.endsWith('/data')).toBe(true)
  })

  test('take a byte order mark, and a ~ that no shell has replaced', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'))
    await writeFile(join(folder, '.env'), '\uFEFFDATA_DIR=~/shop\n')
    const { DATA_DIR } = readEnvironment(folder)
    await rm(folder, { recursive: true })
    expect(readConfig({ DATA_DIR }).dataDir).toBe(join(homedir(), 'shop'))
    expect(() => readConfig({ DATA_DIR: '~someone/shop' })).toThrow('DATA_DIR must be a folder')
  })

  test('count an empty value as not given', () => {
    expect(readConfig({ PORT: '', SITE_URL: ' ' }).port).toBe(3000)
  })

  test('are refused with every problem at once, each by its name', () => {
    const read = () => readConfig({ PORT: '70000', SITE_URL: 'shop', ADMIN_PASSWORD: 'short', S3_BUCKET: 'files' })
    expect(read).toThrow(/PORT must be a whole number from 1 to 65535/)
    expect(read).toThrow(/SITE_URL must be an address such as https:\/\/shop.example/)
    expect(read).toThrow(/ADMIN_PASSWORD must have at least 10 characters/)
    expect(read).toThrow(/S3_ACCESS_KEY_ID is needed because S3_BUCKET is set/)
  })

  test('that need each other are asked for together', () => {
    expect(() => readConfig({ SMTP_HOST: 'mail.example' })).toThrow(/SMTP_FROM is needed because SMTP_HOST is set/)
    expect(() => readConfig({ SUPABASE_URL: 'https://abc.example' })).toThrow(
      /DATABASE_URL is needed because SUPABASE_URL/,
    )
  })

  test('of a Shopify store take a host name and the public token only [S9.6]', () => {
    expect(readConfig({}).shopify).toEqual({ domain: null, publicToken: null, apiVersion: '2026-04' })
    expect(
      readConfig({ SHOPIFY_STORE_DOMAIN: 'Dahlia.myshopify.com', SHOPIFY_API_VERSION: '2024-01' }).shopify,
    ).toEqual({
      domain: 'dahlia.myshopify.com',
      publicToken: null,
      apiVersion: '2024-01',
    })
    for (const domain of ['https://a.myshopify.com', '127.0.0.1', 'localhost', 'a.myshopify.com:8080', 'a.example/x']) {
      expect(() => readConfig({ SHOPIFY_STORE_DOMAIN: domain })).toThrow(
        /SHOPIFY_STORE_DOMAIN must be the store’s host/,
      )
    }
    expect(() => readConfig({ SHOPIFY_STOREFRONT_TOKEN: 'shpat_0123456789' })).toThrow(/never a private one/)
    expect(() => readConfig({ SHOPIFY_API_VERSION: '2024-02' })).toThrow(/must be a version such as 2026-04/)
  })

  test('of the newsletter are off, or a weekday and an hour, and nothing leaves without a mail server', () => {
    const schedule = (env: Record<string, string>) => functionSettings(readConfig(env)).NEWSLETTER_SCHEDULE
    const server = { SMTP_HOST: 'mail.example', SMTP_FROM: 'hello@shop.example' }
    expect(schedule({})).toBe('off')
    expect(schedule(server)).toBe('thursday 15:00')
    expect(schedule({ ...server, NEWSLETTER_SCHEDULE: 'Sunday 09:00' })).toBe('sunday 09:00')
    expect(schedule({ ...server, NEWSLETTER_SCHEDULE: 'off' })).toBe('off')
    for (const wrong of ['thursday', 'thu 15:00', 'thursday 24:00', 'thursday 15:30', '15:00'])
      expect(() => readConfig({ NEWSLETTER_SCHEDULE: wrong })).toThrow(/NEWSLETTER_SCHEDULE must be off, or a weekday/)
  })

  test('of price tracking are on or off', () => {
    expect(readConfig({}).priceTracking).toBe(true)
    expect(readConfig({ PRICE_TRACKING: 'off' }).priceTracking).toBe(false)
    expect(() => readConfig({ PRICE_TRACKING: 'no' })).toThrow(/PRICE_TRACKING must be on or off/)
  })

  test('cannot be changed once read', () => {
    expect(Object.isFrozen(readConfig({}).admin)).toBe(true)
  })

  test('show visitors a reachable address when listening on every interface', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).siteUrl).toBe('http://127.0.0.1:8080')
  })
})
