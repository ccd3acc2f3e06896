import { beforeAll, describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { type SignedIn, signedInClient, target } from '#tests/support/target.ts'

const signedIn = (role: 'viewer' | 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const send = (file: string, caller?: SignedIn, table = 'products') =>
  callFunction(`import-csv?table=${table}`, file, {
    headers: { 'content-type': 'text/csv', ...(caller ? { authorization: `Bearer ${caller.accessToken}` } : {}) },
  })

let editor: SignedIn
beforeAll(async () => {
  editor = await signedIn('editor')
})

describe('uploading a CSV file', () => {
  test('says what it holds, and guesses what its columns mean', async () => {
    const file =
      '\uFEFFTitle;Shop;Deep Link;Search Price;EAN;Notes\r\n"Silk; long";Loam;https://l.example/1;3.50;;=1+1\r\n'
    const sent = await send(file, editor)
    expect(sent).toMatchObject({
      status: 200,
      body: {
        header: ['Title', 'Shop', 'Deep Link', 'Search Price', 'EAN', 'Notes'],
        rows: 1,
        samples: [['Silk; long', 'Loam', 'https://l.example/1', '3.50', '', '=1+1']],
        mapping: { product_name: 0, merchant_name: 1, affiliate_link: 2, price: 3, gtin: 4 },
        warnings: ['1 row begins a cell like a formula. It is kept as text and never run.'],
      },
    })
    expect(sent.body?.columns).toContainEqual({ name: 'id', type: 'bigint', isRequired: false, isUnique: true })
    expect(sent.body?.columns).toContainEqual({ name: 'product_name', type: 'text', isRequired: true, isUnique: false })
  })

  test.each([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'name,slug\n', 'no rows below it'],
    ['a NUL', 'name,slug\na\0b,c\n', 'NUL characters'],
    ['no header', '12.50,https://x.example/\n1,2\n', 'The first line must name the columns, and it holds "12.50"'],
    ['another delimiter', 'name^slug\na^b\n', 'Only one column was found'],
    ['one name twice', 'name,name\na,b\n', 'Two columns are called "name"'],
    [
      'an open quote',
      `name,slug\na,b\n"c,${'d'.repeat(1_100_000)}\n`,
      'Line 3 cannot be read: a quote is opened there',
    ],
    ['a header of commas', `name,slug${','.repeat(1_000_000)}\n`, 'Line 1 has more than 20000 columns'],
    ['a row of commas', `name,slug\na,b\n${','.repeat(30_000)}\n`, 'Line 3 has more than 20000 columns'],
    ['too many rows', `name,slug\n${'a,b\n'.repeat(50_001)}`, '20 MB and 50,000 rows'],
  ])('with %s ends in a sentence that says what to do', async (_, file, sentence) => {
    const refused = await send(file, editor)
    expect(refused.body?.error).toContain(sentence)
    expect([400, 413]).toContain(refused.status)
  })

  test('in another encoding is refused', async () => {
    const { url, publishableKey } = target('shop')
    const refused = await fetch(`${url}/functions/v1/import-csv?table=products`, {
      ...{ method: 'POST', body: Buffer.from('name,slug\ncr\xe8me,b\n', 'latin1') },
      headers: { apikey: publishableKey, authorization: `Bearer ${editor.accessToken}` },
    })
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('not written in UTF-8') })
  })

  test('is done by staff who may write the table, and never for accounts or personal data', async () => {
    const file = 'name,slug\na,b\n'
    expect((await send(file)).status).toBe(401)
    expect((await send(file, await signedIn('viewer'))).status).toBe(403)
    expect((await send(file, editor, 'networks')).status).toBe(403)
    expect((await send(file, await signedIn('admin'), 'networks')).status).toBe(200)
    for (const table of ['newsletter_subscribers', 'user_roles', 'site_settings', 'auth.users', 'audit_log', '']) {
      const refused = await send(file, await signedIn('admin'), table)
      expect(refused).toMatchObject({ status: 400, body: { error: `No CSV can be brought into "${table}".` } })
    }
  })

  test('is refused where too many come at once', async () => {
    const busy = await signedIn('editor')
    const files = 20
    const sent: number[] = []
    for (let place = 0; place <= files; place += 1)
      sent.push((await send('name,slug\na,b\n', busy, 'merchants')).status)
    expect(sent.filter((status) => status === 200).length).toBeGreaterThanOrEqual(files - 1)
    const refused = await send('name,slug\na,b\n', busy, 'merchants')
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining('Please try again in') } })
  })

  test('keeps its refused rows for whoever uploaded it', async () => {
    const { body } = await send('name,slug\na,b,=c\n', editor, 'merchants')
    const { url, publishableKey } = target('shop')
    const rows = (caller: SignedIn) =>
      fetch(`${url}/functions/v1/import-csv?upload=${body?.upload}`, {
        headers: { apikey: publishableKey, authorization: `Bearer ${caller.accessToken}` },
      })
    expect((await rows(await signedIn('editor'))).status).toBe(404)
    const file = await rows(editor)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="merchants-refused.csv"')
    // Nothing was run yet, so nothing is refused.
    expect(await file.text()).toBe('"line","reason","name","slug"\r\n')
  })
})
