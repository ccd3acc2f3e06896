import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createLog, redactUrl } from './log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const stream = new PassThrough()
  write(createLog({ logLevel: 'info' }, stream))
  return String(stream.read() ?? '')
}

describe('the log', () => {
  test.each([
    'authorization',
    'apikey',
    'cookie',
    'password',
    'access_token',
    'otp',
    'id_token',
    'invite_token',
    'client_secret',
  ])('never shows %s at any depth', (field) => {
    const line = written((log) =>
      log.info({ [field]: 'hunter2', a: { [field]: 'hunter2' }, b: { c: { [field]: 'hunter2' } } }, 'm'),
    )
    expect(line).not.toContain('hunter2')
    expect(line).toContain('[hidden]')
  })

  test.each([
    ['/auth/v1/verify?token=hunter2&type=signup', '/auth/v1/verify?token=[hidden]&type=signup'],
    ['/callback#access_token=hunter2', '/callback#access_token=[hidden]'],
    ['postgres://me:hunter2@db/shop', 'postgres://[hidden]@db/shop'],
    ['/auth/v1/authorize?provider=x&invite_token=hunter2', '/auth/v1/authorize?provider=x&invite_token=[hidden]'],
    ['/oauth/token?client_id=a&client_secret=hunter2', '/oauth/token?client_id=a&client_secret=[hidden]'],
    ['/x?otp=123456&id_token=hunter2&nonce=hunter2', '/x?otp=[hidden]&id_token=[hidden]&nonce=[hidden]'],
    ['/auth/v1/verify?%74oken=hunter2&type=signup', '/auth/v1/verify?%74oken=[hidden]&type=signup'],
    ['/verify?to%6ben%5Fhash=hunter2', '/verify?to%6ben%5Fhash=[hidden]'],
    ['/verify?%2574oken=hunter2', '/verify?%2574oken=[hidden]'],
    ['/login?next=%2Fverify%3Ftoken%3Dhunter2&a=1', '/login?next=[hidden]&a=1'],
    ['/x?token%5B%5D=hunter2&user[password]=hunter2', '/x?token%5B%5D=[hidden]&user[password]=[hidden]'],
    ['/x?%E0%A4%A=hunter2&q=roses', '/x?%E0%A4%A=hunter2&q=roses'],
    ['/realtime/v1/websocket?apikey=hunter2&vsn=2', '/realtime/v1/websocket?apikey=[hidden]&vsn=2'],
    ['/functions/v1/export-csv?ticket=hunter2.hunter2&a=1', '/functions/v1/export-csv?ticket=[hidden]&a=1'],
    [
      '/rest/v1/newsletter_subscribers?select=id&email=eq.ada%40private.example&or=(name.eq.Ada,id.eq.1)&limit=5',
      '/rest/v1/newsletter_subscribers?select=id&email=[hidden]&or=[hidden]&limit=5',
    ],
    ['/rest/v1/rpc/search_shop?query=ada%40private.example', '/rest/v1/rpc/search_shop?query=[hidden]'],
  ])('shows %s as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  test.each([
    [
      'the fields of an error, as the job queue hands them over',
      { message: 'lost', stack: 'at x', queue: 'imports' },
      'lost',
    ],
    ['several errors at once, as of a name with two addresses', new AggregateError([new Error('refused')]), 'refused'],
    ['a text', 'plain words', 'plain words'],
    ['something else', { id: 7 }, 'an object with id'],
  ])('tells what went wrong of %s', (_, thrown, told) => {
    const line = written((log) => log.error({ err: thrown }, 'm'))
    expect(line).toContain(told)
    expect(line).not.toContain('[object Object]')
  })

  test('hides a password that an error message carries', () => {
    const error = new Error('cannot reach postgres://me:hunter2@db/shop', { cause: new Error('?token=hunter2') })
    expect(written((log) => log.error({ err: error }, 'm'))).not.toContain('hunter2')
  })
})
