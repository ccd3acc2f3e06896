import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { callFunction } from '#tests/support/call-function.ts'
import { type SignedIn, serviceClient, signedInClient } from '#tests/support/target.ts'

const signedIn = (role: 'viewer' | 'editor' | 'admin') => signedInClient({ role, target: 'shop' })
const ask = (body: object, caller?: SignedIn) =>
  callFunction('export-csv', body, caller ? { headers: { authorization: `Bearer ${caller.accessToken}` } } : {})

describe('an export', () => {
  const merchant = `M ${randomUUID()}`
  const filter = [{ column: 'merchant_name', op: 'eq', value: merchant }]
  let editor: SignedIn
  beforeAll(async () => {
    editor = await signedIn('editor')
    const names = [
      '=cmd()',
      '-1+1',
      '@SUM(A1)',
      '\n=1+1',
      '＝1+1',
      'a;=1+1',
      "'=typed",
      "'plain",
      'Crème "brûlée", large\nsecond line',
      'Plain',
    ]
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
    // Unquoted, the semicolon of most of Europe would end the cell before the formula.
    expect(bytes.toString()).toContain('\n"a;=1+1","3.5"\n')
    expect(parse(bytes, { bom: true })).toEqual([
      ['product_name', 'price'],
      ["'=cmd()", '3.5'],
      ["'-1+1", '3.5'],
      ["'@SUM(A1)", '3.5'],
      ["'\n=1+1", '3.5'],
      ["'＝1+1", '3.5'],
      ['a;=1+1', '3.5'],
      ["''=typed", '3.5'],
      ["'plain", '3.5'],
      ['Crème "brûlée", large\nsecond line', '3.5'],
      ['Plain', '3.5'],
    ])
  })

  test('holds the rows in the order of their keys, in as many slices as they take', async () => {
    const many = `M ${randomUUID()}`
    const rows = Array.from({ length: 1200 }, (_, place) => ({
      ...{ product_name: `Row ${place}`, merchant_name: many, affiliate_link: 'https://m.example/' },
    }))
    expect((await editor.client.from('products').insert(rows)).error).toBeNull()
    const wanted = { table: 'products', filter: [{ column: 'merchant_name', op: 'eq', value: many }], columns: ['id'] }
    const signed = await ask(wanted, editor)
    const text = await (await fetch(String(signed.body?.url))).text()
    const ids = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.slice(1, -1)))
    expect(ids).toHaveLength(1200)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(1200)
  })

  test('finds a text in any of several columns, and refuses a column that is not there', async () => {
    const wanted = { column: 'product_name', also: ['merchant_name'], op: 'contains', value: merchant.slice(2, 20) }
    const signed = await ask({ table: 'products', filter: [wanted], columns: ['id'] }, editor)
    const text = await (await fetch(String(signed.body?.url))).text()
    expect(text.trim().split('\n')).toHaveLength(11)
    const everywhere = await ask({ table: 'products', filter: Array.from({ length: 11 }, () => wanted) }, editor)
    expect(everywhere).toMatchObject({ status: 400, body: { error: 'A filter may search 20 columns at most' } })
    for (const name of ['no"such', 'products']) {
      const wrong = await ask({ table: 'products', filter: [{ ...wanted, also: [name] }] }, editor)
      expect(wrong).toMatchObject({ status: 400, body: { error: `There is no column "${name}"` } })
    }
  })

  test('holds every column without a choice', async () => {
    const signed = await ask({ table: 'products', filter }, editor)
    const text = await (await fetch(String(signed.body?.url))).text()
    expect(text.split('\n')[0]).toContain('merchant_category')
  })

  test('is asked for by staff who may read the rows, subscribers by admins alone, in words that are understood [X6]', async () => {
    expect((await ask({ table: 'products' })).status).toBe(401)
    expect((await ask({ table: 'products' }, await signedIn('viewer'))).status).toBe(403)
    expect((await ask({ table: 'newsletter_subscribers' }, editor)).status).toBe(403)
    expect((await ask({ table: 'newsletter_subscribers' }, await signedIn('admin'))).status).toBe(200)
    for (const [body, sentence] of [
      [{ table: 'auth.users' }, 'There is no list of "auth.users".'],
      [{ table: 'products', columns: ['1; --'] }, 'There is no column "1; --".'],
      [{ table: 'products', columns: ['id', 'id'] }, 'The column "id" is named twice.'],
      [{ table: 'products', filter: [{ column: 'x', op: 'eq', value: 1 }] }, 'There is no column "x"'],
      [
        { table: 'merchants', filter: [{ column: 'id', op: 'eq', value: 'abc' }] },
        'The condition on "id" is not understood: invalid input syntax for type bigint: "abc"',
      ],
      [
        { table: 'products', filter: [{ column: 'item_id', op: 'in', value: ['9'.repeat(23)] }] },
        `The condition on "item_id" is not understood: value "${'9'.repeat(23)}" is out of range for type bigint`,
      ],
    ] as const) {
      expect(await ask(body, editor)).toMatchObject({ status: 400, body: { error: sentence } })
    }
  })

  test('of the log holds exactly the lines of its filter, for admins alone, and is a line itself', async () => {
    const admin = await signedIn('admin')
    const other = await signedIn('editor')
    const name = `M ${randomUUID()}`
    const slug = name.toLowerCase().replace(' ', '-')
    expect((await other.client.from('merchants').insert({ name, slug })).error).toBeNull()
    expect(
      (
        await other.client
          .from('merchants')
          .update({ name: `=${name}` })
          .eq('slug', slug)
      ).error,
    ).toBeNull()
    const wanted = {
      table: 'audit_log',
      filter: [
        { column: 'actor', op: 'eq', value: other.user.id },
        { column: 'action', op: 'eq', value: 'update' },
        { column: 'row_name', also: [], op: 'contains', value: name },
      ],
      columns: ['table_name', 'action', 'row_name', 'columns', 'before'],
    }
    expect((await ask(wanted, other)).status).toBe(403)
    const signed = await ask(wanted, admin)
    const file = await fetch(String(signed.body?.url))
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="audit_log.csv"')
    expect(parse(await file.text(), { bom: true })).toEqual([
      wanted.columns,
      ['merchants', 'update', `'=${name}`, '{name}', `{"name": "${name}"}`],
    ])
    const { data } = await admin.client.from('audit_log').select('table_name, columns').eq('actor', admin.user.id)
    expect(data).toEqual([{ table_name: 'audit_log', columns: wanted.columns }])
    const all = await fetch(String((await ask({ table: 'audit_log' }, admin)).body?.url))
    expect((await all.text()).split('\n')[0]).toContain('"for_role"')
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

  test('is begun once, is a line of the log, and ends with the rights of whoever asked for it', async () => {
    const other = await signedIn('editor')
    const signed = async () => String((await ask({ table: 'products', filter, columns: ['id'] }, other)).body?.url)
    const url = await signed()
    const both = await Promise.all([fetch(url), fetch(url)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await (await fetch(url)).text()).toContain('used already')
    const logged = await other.client
      .from('audit_log')
      .select('table_name,action,columns,for_role')
      .eq('actor', other.user.id)
    expect(logged.data).toEqual([{ table_name: 'products', action: 'export', columns: ['id'], for_role: 'editor' }])

    const [kept, forgotten] = [await signed(), await signed()]
    const service = serviceClient('shop')
    await service.from('user_roles').delete().eq('user_id', other.user.id)
    expect((await fetch(kept)).status).toBe(403)
    await service.from('user_roles').insert({ user_id: other.user.id, role: 'editor' })
    expect((await fetch(kept)).status).toBe(200)
    await other.client.auth.signOut()
    expect(await (await fetch(forgotten)).text()).toContain('Sign in again')
  })

  test('is asked for some times in a row, and then no more', async () => {
    const other = await signedIn('editor')
    const asked = await Promise.all(Array.from({ length: 21 }, () => ask({ table: 'merchants' }, other)))
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), 429])
  })

  test('that nobody reads leaves the sessions of the database to other functions', async () => {
    const url = `/unread-${randomUUID()}`
    // More than the sockets on the way take in.
    const rows = Array.from({ length: 100 }, (_, i) => ({
      name: 'Long',
      url: `${url}/${i}`,
      content: 'x'.repeat(30_000),
    }))
    for (const part of [0, 1, 2, 3, 4, 5, 6]) {
      const inserted = await editor.client
        .from('pages')
        .insert(rows.map((row) => ({ ...row, url: `${row.url}-${part}` })))
      expect(inserted.error).toBeNull()
    }
    const unread = [{ column: 'url', op: 'contains', value: url }]
    const sockets: Socket[] = []
    try {
      for (let reader = 0; reader < 6; reader += 1) {
        const address = new URL(String((await ask({ table: 'pages', filter: unread }, editor)).body?.url))
        const socket = connect(Number(address.port), address.hostname)
        sockets.push(socket)
        socket.write(`GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: ${address.host}\r\n\r\n`)
        await once(socket, 'readable')
      }
      const message = { name: 'A', email: 'a@test.example', subject: 'Hello', message: 'Is there anybody?' }
      expect((await callFunction('contact-message', message)).status).toBe(200)
    } finally {
      for (const socket of sockets) socket.destroy()
      await editor.client.from('pages').delete().like('url', `${url}/%`)
    }
  })
})
