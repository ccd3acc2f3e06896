import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase('platform')
  await db.pools.owner.query(`insert into storage.buckets (id, name) values ('shelf', 'shelf'), ('other', 'other')`)
  const names = ['b.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'A2.txt', 'c/d/e.txt', '100%/x.txt', '1000/y.txt']
  for (const [index, name] of names.entries()) {
    await db.pools.owner.query(
      `insert into storage.objects (bucket_id, name, created_at, metadata)
       values ('shelf', $1, timestamptz '2026-01-01' + $2 * interval '1 hour', '{"size": 10}')`,
      [name, index],
    )
  }
})
afterAll(() => db.drop())

async function column(sql: string, values: unknown[] = []): Promise<unknown[]> {
  const result = await db.pools.owner.query({ text: sql, values, rowMode: 'array' })
  return result.rows.map((row) => row[0])
}

describe('names in policies', () => {
  test('are split into folders, file name and extension', async () => {
    const sql = `select (storage.foldername(n), storage.filename(n), storage.extension(n))::text from unnest($1::text[]) as n`
    expect(await column(sql, [['a/b/c.tar.gz', 'plain', 'a/']])).toEqual([
      '("{a,b}",c.tar.gz,gz)',
      '({},plain,plain)',
      '({a},"","")',
    ])
  })

  test('an operation matches with and without its leading storage.', async () => {
    const sql = `
      select set_config('storage.operation', 'storage.object.upload', true) is not null
        and storage.allow_only_operation('object.upload')
        and storage.allow_any_operation(array['object.get', 'storage.object.upload'])
        and not storage.allow_only_operation('object.get')
        and not storage.allow_only_operation('')`
    expect(await column(sql)).toEqual([true])
  })
})

describe('search', () => {
  const search = (prefix: string, rest = '') => column(`select name from storage.search($1, 'shelf'${rest})`, [prefix])

  test('shows each folder once, letter case ignored, in byte order of the folded names', async () => {
    expect(await search('')).toEqual(['100%', '1000', 'a', 'A2.txt', 'b.txt', 'c'])
  })

  test('shows names relative to the prefix', async () => {
    expect(await search('a/')).toEqual(['1.txt', '2.txt', 'deep'])
    expect(await search('A/')).toEqual(['1.txt', '2.txt', 'deep'])
  })

  test('takes percent and underscore literally', async () => {
    expect(await search('100%')).toEqual([''])
    expect(await search('100%/')).toEqual(['x.txt'])
    expect(await search('_')).toEqual([])
  })

  test('pages in both directions', async () => {
    expect(await search('', ', 2, 1, 1')).toEqual(['1000', 'a'])
    expect(await search('', `, 3, 1, 0, '', 'name', 'desc'`)).toEqual(['c', 'b.txt', 'A2.txt'])
  })

  test('puts folders before files when sorted by time', async () => {
    expect(await search('', `, 100, 1, 0, '', 'created_at', 'desc'`)).toEqual([
      'c',
      'a',
      '1000',
      '100%',
      'A2.txt',
      'b.txt',
    ])
  })
})

describe('search_v2', () => {
  const pages = async (rest: string, size: number) => {
    const seen: string[] = []
    for (let after = '', time = ''; ; ) {
      const { rows } = await db.pools.owner.query<{ name: string; created_at: Date | null; id: string | null }>(
        `select * from storage.search_v2('', 'shelf', ${size}, 1, $1, ${rest}, $2)`,
        [after, time],
      )
      seen.push(...rows.map((row) => row.name))
      const last = rows.at(-1)
      if (!last || rows.length < size) return seen
      after = last.name
      time = last.created_at?.toISOString() ?? ''
    }
  }

  test.each([1, 2, 3, 10])('pages of %i entries lose and repeat nothing', async (size) => {
    const byName = ['100%', '1000', 'A2.txt', 'a', 'b.txt', 'c']
    expect(await pages(`'asc', 'name'`, size)).toEqual(byName)
    expect(await pages(`'desc', 'name'`, size)).toEqual(byName.toReversed())
    const byTime = ['b.txt', 'a', 'A2.txt', 'c', '100%', '1000']
    expect(await pages(`'asc', 'created_at'`, size)).toEqual(byTime)
    expect(await pages(`'desc', 'created_at'`, size)).toEqual(byTime.toReversed())
  })
})

describe('the tables', () => {
  test('refuse deletion by SQL, even to their owner', async () => {
    for (const table of ['storage.objects', 'storage.buckets']) {
      await expect(db.pools.owner.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('refuse bucket names of more than 100 characters', async () => {
    const attempt = db.pools.owner.query(`insert into storage.buckets (id, name) values ('long', repeat('x', 101))`)
    await expect(attempt).rejects.toThrow(/too long \(101 characters\)/)
  })

  test('show nothing to the api roles without a policy', async () => {
    for (const role of ['anon', 'authenticated'] as const) {
      const result = await db.pools
        .asRole(role)
        .query(`set role ${role}; select count(*)::int as n from storage.objects`)
      expect(JSON.stringify(result)).toContain('"n":0')
    }
  })

  test('add up the bytes of each bucket', async () => {
    const { rows } = await db.pools.owner.query('select * from storage.get_size_by_bucket()')
    expect(rows).toEqual([{ size: '80', bucket_id: 'shelf' }])
  })

  test('try an insert without keeping it', async () => {
    const attempt = db.pools.owner.query(`select storage.can_insert_object('shelf', 'new.txt', null, '{}')`)
    await expect(attempt).rejects.toMatchObject({ code: 'PT200' })
    expect(await column(`select name from storage.objects where name = 'new.txt'`)).toEqual([])
  })
})
