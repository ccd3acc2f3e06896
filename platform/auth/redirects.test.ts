import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AuthConfig, configSchema } from '../config/schema.ts'
import { isAllowedRedirect } from './redirects.ts'

function config(...patterns: string[]): AuthConfig {
  return configSchema.parse({ auth: { site_url: 'https://site.example', additional_redirect_urls: patterns } }).auth
}

/** Whose page a browser opens: the standard's parser is the browsers' own. */
const hostOf = (address: string) => URL.parse(address)?.hostname ?? ''

describe('addresses that a visitor is sent back to', () => {
  test.each<[pattern: string, target: string]>([
    ['https://*.preview.example/**', 'https://pr-7.preview.example/a/b?c=d#e'],
    ['https://*.preview.example/**', 'HTTPS://PR-7.Preview.Example/'],
    ['https://*.preview.example', 'https://pr-7.preview.example'],
    ['https://*.preview.example/*', 'https://pr-7.preview.example/callback?next=1'],
    ['https://*-my-team.host.example/**', 'https://acme-my-team.host.example/x'],
    ['https://**--my_org.host.example/**', 'https://a.b--my_org.host.example/x'],
    ['https://pr-?.preview.example/', 'https://pr-7.preview.example/'],
    ['https://*.bücher.example/ä/*', 'https://neu.bücher.example/ä/x'],
    ['https://site.other**', 'https://site.other/any/page?x=y'],
    ['https://app.example:443/cb', 'https://app.example/cb'],
    ['https://app.example:*/cb', 'https://app.example:8443/cb'],
    ['http://localhost:3000/**', 'http://localhost:5174/x'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:9/'],
    ['http://[::1]:3000/cb', 'http://[::1]:9/cb'],
    ['https://192.168.0.7/cb', 'https://192.168.0.7/cb'],
    ['acme://sign-in', 'acme://sign-in'],
    ['acme://**', 'acme://sign-in/x?y=z'],
    ['com.example.app:/cb', 'com.example.app:/cb'],
    ['exp://192.168.1.*:8081/**', 'exp://192.168.1.9:8081/--/cb'],
    ['**', 'https://anywhere.example/'],
  ])('%s covers %s', (pattern, target) => {
    expect(isAllowedRedirect(target, config(pattern))).toBe(true)
  })

  test.each<[pattern: string, target: string]>([
    ['https://*.preview.example/', 'https://evil%2ecom?.preview.example/'],
    ['https://*.preview.example/', 'https://evil%2Ecom#.preview.example/'],
    ['https://*.preview.example/', 'https://evil%2ecom%3f.preview.example/'],
    ['https://*.preview.example/**', 'https://evil。com?.preview.example/'],
    ['https://*.preview.example/**', 'https://evil．com?.preview.example/x'],
    ['https://*.preview.example/**', 'https://evil｡com?.preview.example/x'],
    ['https://*.preview.example/**', 'https://2130706433?.preview.example/'],
    ['https://*.preview.example/**', 'https://0x7f000001?.preview.example/'],
    ['https://*.preview.example/**', 'https://[::1]?.preview.example/'],
    ['https://*.preview.example/**', 'https://localhost:80?.preview.example/'],
    ['https://*.preview.example/**', 'https:evil%2ecom?.preview.example/'],
    ['https://*.preview.example/**', 'https:///evil%2ecom?.preview.example/'],
    ['https://*.preview.example/**', 'https://evil&.preview.example/'],
    ['https://*.preview.example/**', 'https://a.b.preview.example/'],
    ['https://*.preview.example/**', 'http://a.preview.example/'],
    ['https://*.preview.example/**', 'https://a.preview.example:8443/'],
    ['https://*.preview.example/**', 'https://a.preview.example.evil.example/'],
    ['https://**.preview.example/**', 'https://evil.example/.preview.example/'],
    ['https://site.other**', 'https://site.other.evil.example/'],
    ['https://app.example/cb', 'https://app.example/cb/../elsewhere'],
    ['https://app.example/cb', 'https://app.example/cb?next=https://evil.example'],
    ['https://app.example/*', 'https://app.example/a/b'],
    ['http://localhost:3000/**', 'http://localhost.evil.example:3000/'],
    ['http://localhost:3000/**', 'http://localhost:3000@evil.example/'],
    ['com.example.app:/cb', 'com.example.app://cb'],
    ['acme://sign-in', 'acme2://sign-in'],
    ['**.example', 'https://evil.example/'],
    ['**', 'javascript:alert(1)'],
  ])('%s does not cover %s', (pattern, target) => {
    expect(isAllowedRedirect(target, config(pattern))).toBe(false)
  })

  /** Pieces of addresses that readers disagree about, in any order. */
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...['https:', 'http:', '//', '/', '\\', '?', '#', '@', ':', '.', '%2e', '%2F', '%23', '%3f', '%40', '%5c'],
          ...['。', '．', '｡', '\u212a', 'ſ', '\u00ad', '\u200b', '\t', '\n', ' ', '[::1]', '0x7f.1', '2130706433'],
          ...[
            'evil',
            'evil.com',
            'preview.example',
            '.preview.example',
            'pr-7',
            ':443',
            ':80',
            '..',
            '*',
            '&',
            ';',
            '=',
          ],
        ),
        fc.string({ maxLength: 3, unit: 'binary' }),
      ),
      { maxLength: 8 },
    )
    .map((pieces) => pieces.join(''))
  const target = fc.oneof(
    hostile,
    hostile.map((middle) => `https://${middle}`),
    hostile.map((middle) => `https://${middle}.preview.example/`),
    fc.tuple(hostile, hostile).map(([before, after]) => `https://${before}.preview.example${after}`),
  )

  test.each([
    ['https://*.preview.example/', /^[a-z0-9_-]*\.preview\.example$/],
    ['https://*.preview.example/**', /^[a-z0-9_-]*\.preview\.example$/],
    ['https://**.preview.example/**', /^[a-z0-9_.-]*\.preview\.example$/],
    ['https://pr-?.preview.example/**', /^pr-[a-z0-9_-]\.preview\.example$/],
  ])('%s leads to no other host, however an address is spelt', (pattern, host) => {
    const allowed = config(pattern)
    let followed = 0
    fc.assert(
      fc.property(target, (address) => {
        if (!isAllowedRedirect(address, allowed)) return
        followed++
        const at = hostOf(address)
        expect(at === 'site.example' || host.test(at), `${address} opens ${at}`).toBe(true)
        expect(URL.parse(address)?.protocol).toBe('https:')
      }),
      { numRuns: 20_000 },
    )
    // Else nothing was tried.
    expect(followed).toBeGreaterThan(0)
  })

  test('what an entry covers, written as a browser writes it, is covered too', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    const path = fc.webPath()
    fc.assert(
      fc.property(label, path, (name, rest) => {
        const address = `https://${name}.preview.example${rest}`
        expect(isAllowedRedirect(address, config('https://*.preview.example/**'))).toBe(
          isAllowedRedirect(new URL(address).href, config('https://*.preview.example/**')),
        )
      }),
    )
  })
})
