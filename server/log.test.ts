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
    ['/realtime/v1/websocket?apikey=hunter2&vsn=2', '/realtime/v1/websocket?apikey=[hidden]&vsn=2'],
  ])('shows %s as %s', (url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  test('hides a password that an error message carries', () => {
    const error = new Error('cannot reach postgres://me:hunter2@db/shop', { cause: new Error('?token=hunter2') })
    expect(written((log) => log.error({ err: error }, 'm'))).not.toContain('hunter2')
  })
})
