import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { type SignedIn, signedInClient } from '#tests/support/target.ts'

const signedIn = (role: 'viewer' | 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const ask = (body: object, caller?: SignedIn) =>
  callFunction('export-csv', body, caller ? { headers: { authorization: `Bearer ${caller.accessToken}` } } : {})

describe('an export', () => {
  const merchant = `M ${randomUUID()}`
  const filter = [{ column: 'merchant_name', op: 'eq', value: merchant }]
  let editor: SignedIn
  beforeAll(async () => {
    editor = await signedIn('editor')
    const names = ['=cmd()', '-1+1', '@SUM(A1)', 'Crème "brûlée", large\nsecond line', 'Plain']
    const rows = names.map((product_name) => ({
      ...{ product_name, merchant_name: merchant, affiliate_link: 'https://m.example/', price: 3.5 },
    }))
    expect((await editor.client.from('products').insert(rows)).error).toBeNull()
  })

  test('holds exactly the rows and columns of the filter, as UTF-8 and without formulas', async () => {
    const signed = await ask({ table: 'products', filter, columns: ['product_name', 'price'] }, editor)
    expect(signed.status).toBe(200)
    const file = await fetch(String(signed.body?.url))
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(parse(bytes, { bom: true })).toEqual([
      ['product_name', 'price'],
      ["'=cmd()", '3.5'],
      ["'-1+1", '3.5'],
      ["'@SUM(A1)", '3.5'],
      ['Crème "brûlée", large\nsecond line', '3.5'],
      ['Plain', '3.5'],
    ])
  })

  test('holds every column without a choice', async () => {
    const signed = await ask({ table: 'products', filter }, editor)
    const text = await (await fetch(String(signed.body?.url))).text()
    expect(text.split('\n')[0]).toContain('merchant_category')
  })

  test('is asked for by staff who may read the rows, in words that are understood', async () => {
    expect((await ask({ table: 'products' })).status).toBe(401)
    expect((await ask({ table: 'products' }, await signedIn('viewer'))).status).toBe(403)
    expect((await ask({ table: 'newsletter_subscribers' }, editor)).status).toBe(403)
    expect((await ask({ table: 'newsletter_subscribers' }, await signedIn('admin'))).status).toBe(200)
    for (const [body, sentence] of [
      [{ table: 'auth.users' }, 'There is no list of "auth.users".'],
      [{ table: 'products', columns: ['1; --'] }, 'There is no column "1; --".'],
      [{ table: 'products', filter: [{ column: 'x', op: 'eq', value: 1 }] }, 'There is no column "x"'],
    ] as const) {
      expect(await ask(body, editor)).toMatchObject({ status: 400, body: { error: sentence } })
    }
  })

  test('has an address that nobody can change', async () => {
    const signed = await ask({ table: 'products', filter }, editor)
    const url = new URL(String(signed.body?.url))
    const ticket = url.searchParams.get('ticket') ?? ''
    const [text = '', signature = ''] = ticket.split('.')
    const wanted = JSON.parse(Buffer.from(text, 'base64url').toString())
    const forged = Buffer.from(JSON.stringify({ ...wanted, table: 'user_roles' })).toString('base64url')
    for (const wrong of ['', `${forged}.${signature}`, text, `${text}.`]) {
      url.searchParams.set('ticket', wrong)
      const refused = await fetch(url)
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('export it again')
    }
  })
})
