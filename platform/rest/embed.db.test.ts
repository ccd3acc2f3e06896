import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestHarness, restHarness } from './testing/harness.ts'

let rest: RestHarness
beforeAll(async () => {
  rest = await restHarness(`
    alter role authenticator in database {database} set pgrst.db_aggregates_enabled to 'true';
  `)
})
afterAll(() => rest.close())

const get = async (path: string) => (await rest.send(path)).json
const q = encodeURIComponent

describe('relationships', () => {
  test.each([
    [
      'many-to-one by constraint',
      'books?id=eq.1&select=authors!books_author_id_fkey(name)',
      [{ authors: { name: 'Ada' } }],
    ],
    [
      'many-to-one by column hint',
      'books?id=eq.1&select=editor:authors!editor_id(name)',
      [{ editor: { name: 'Brontë' } }],
    ],
    ['many-to-one by column as target', 'books?id=eq.1&select=editor_id(name)', [{ editor_id: { name: 'Brontë' } }]],
    ['one-to-many', 'authors?id=eq.1&select=books!author_id(id)&books.order=id', [{ books: [{ id: 1 }, { id: 2 }] }]],
    [
      'one-to-one, from the key',
      'books?id=in.(1,2)&order=id&select=covers(url)',
      [{ covers: { url: 'one.jpg' } }, { covers: null }],
    ],
    ['one-to-one, to the key', 'covers?book_id=eq.1&select=books(title)', [{ books: { title: 'Engines' } }]],
    [
      'many-to-many',
      'books?id=eq.4&select=genres(name)&genres.order=name',
      [{ genres: [{ name: 'drama' }, { name: 'science' }] }],
    ],
    ['self, children', 'shelves?id=eq.1&select=shelves(id)&shelves.order=id', [{ shelves: [{ id: 2 }, { id: 3 }] }]],
    ['self, parent', 'shelves?id=eq.2&select=parent_id(label)', [{ parent_id: { label: 'room' } }]],
    ['from a view', 'cheap_books?id=eq.1&select=authors(name)', [{ authors: { name: 'Ada' } }]],
    ['to a view', 'authors?id=eq.2&select=cheap_books(title)', [{ cheap_books: [{ title: 'Heights' }] }]],
    ['through a view of a view', 'book_titles?id=eq.1&select=covers(url)', [{ covers: { url: 'one.jpg' } }]],
    ['computed, many', 'authors?id=eq.1&select=works(id)&works.order=id', [{ works: [{ id: 1 }, { id: 2 }] }]],
    ['computed, one', 'authors?id=in.(1)&select=newest(id,shout)', [{ newest: { id: 2, shout: 'NOTES' } }]],
    [
      'nested',
      'genres?id=eq.1&select=books(id,authors!author_id(name,works(id)))&books.limit=1&books.order=id',
      [{ books: [{ id: 1, authors: { name: 'Ada', works: [{ id: 1 }, { id: 2 }] } }] }],
    ],
  ])('%s', async (_, path, expected) => {
    const [table, query] = path.split('?')
    expect(await get(`/${table}?${query}`)).toEqual(expected)
  })

  test('an ambiguous one is refused with the choices', async () => {
    const answer = await rest.send('/books?select=authors(name)')
    expect(answer).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST201',
        message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)',
          },
        ],
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
      },
    })
  })

  test.each([
    ['/books?select=cover(url)', "Perhaps you meant 'covers' instead of 'cover'."],
    ['/books?select=xyz(id)', null],
  ])('%s has no relationship', async (path, hint) => {
    expect(await rest.send(path)).toMatchObject({ status: 400, json: { code: 'PGRST200', hint } })
  })

  test('the same resource twice needs an alias, as Postgres says', async () => {
    const answer = await rest.send('/books?select=authors!author_id(name),authors!editor_id(name)')
    expect(answer.json).toMatchObject({
      code: '42712',
      message: 'table name "books_authors_1" specified more than once',
    })
  })

  test('an unknown column of an embedded resource is named by its internal alias', async () => {
    const answer = await rest.send('/authors?select=books!author_id(sum)')
    expect(answer.json).toMatchObject({ code: '42703', message: 'column books_1.sum does not exist' })
  })

  test('embedding ends somewhere', async () => {
    const deep = `shelves(${'shelves('.repeat(6)}id${')'.repeat(7)}`
    const answer = await rest.send(`/shelves?select=${deep}`)
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining('more than 6 levels') } })
    // A cached plan of a stronger role must not lend its limit, nor the other way round.
    const headers = { authorization: `Bearer ${await rest.as('service_role')}` }
    expect((await rest.send(`/shelves?select=${deep}`, { headers })).status).toBe(200)
    expect((await rest.send(`/shelves?select=${deep}`)).status).toBe(400)
  })
})

describe('joins', () => {
  test.each([
    [
      'inner drops rows without a match',
      'books?select=id,covers!inner(url)&order=id',
      [
        { id: 1, covers: { url: 'one.jpg' } },
        { id: 3, covers: { url: 'three.jpg' } },
      ],
    ],
    [
      'a filter inside an inner join filters the outside',
      'books?select=id,genres!inner()&genres.name=eq.drama',
      [{ id: 4 }],
    ],
    [
      'a filter inside a left join filters the inside',
      'authors?select=id,books!author_id(id)&books.price=gt.10&order=id',
      [
        { id: 1, books: [{ id: 2 }] },
        { id: 2, books: [] },
        { id: 3, books: [{ id: 4 }] },
      ],
    ],
    [
      'an embedded or',
      'authors?id=eq.1&select=books!author_id(id)&books.or=(id.eq.1,id.eq.3)',
      [{ books: [{ id: 1 }] }],
    ],
    ['rows without a match, by is.null', 'books?select=id,covers()&covers=is.null&order=id', [{ id: 2 }, { id: 4 }]],
    [
      'rows with a match, by not.is.null',
      'books?select=id,covers()&covers=not.is.null&order=id',
      [{ id: 1 }, { id: 3 }],
    ],
    [
      'either of two embedded',
      'books?select=id,covers(),genres()&or=(covers.not.is.null,genres.is.null)&order=id',
      [{ id: 1 }, { id: 3 }],
    ],
    [
      'order by an embedded column',
      'books?select=id,a:authors!author_id(name)&order=a(name).desc,id',
      [
        { id: 4, a: { name: 'Čapek' } },
        { id: 3, a: { name: 'Brontë' } },
        { id: 1, a: { name: 'Ada' } },
        { id: 2, a: { name: 'Ada' } },
      ],
    ],
    [
      'embedded limit and offset',
      'authors?id=eq.1&select=books!author_id(id)&books.order=id&books.offset=1&books.limit=1',
      [{ books: [{ id: 2 }] }],
    ],
  ])('%s', async (_, path, expected) => {
    const [table, query] = path.split('?')
    expect(await get(`/${table}?${query}`)).toEqual(expected)
  })

  test.each([
    ['/books?covers.url=eq.x', 400, 'PGRST108'],
    ['/books?select=id,genres(id)&order=genres(name)', 400, 'PGRST118'],
    ['/books?select=id,covers(url)&covers=eq.1', 400, 'PGRST120'],
  ])('%s is refused', async (path, status, code) => {
    expect(await rest.send(path)).toMatchObject({ status, json: { code } })
  })
})

describe('spreads', () => {
  test.each([
    [
      'to-one columns join the parent',
      'books?id=eq.1&select=id,...authors!author_id(name,born_on:born)',
      [{ id: 1, name: 'Ada', born_on: '1815-12-10' }],
    ],
    [
      'a star is spread too',
      'books?id=eq.1&select=title,...covers(*)',
      [{ title: 'Engines', book_id: 1, url: 'one.jpg' }],
    ],
    [
      'spreads nest',
      'covers?book_id=eq.1&select=...books(title,...authors!author_id(name))',
      [{ title: 'Engines', name: 'Ada' }],
    ],
    [
      'to-many columns become arrays',
      'authors?select=name,...books!author_id(title,prices:price)&order=id&books.order=id',
      [
        { name: 'Ada', title: ['Engines', 'Notes'], prices: [5, 15] },
        { name: 'Brontë', title: ['Heights'], prices: [7.5] },
        { name: 'Čapek', title: ['Robots, "R.U.R."'], prices: [20] },
      ],
    ],
    [
      'many-to-many as well, empty ones as []',
      'shelves?id=in.(3)&select=id,...shelves(children:id)',
      [{ id: 3, children: [] }],
    ],
    [
      'an embed inside a spread',
      'covers?book_id=eq.1&select=...books(authors!author_id(name))',
      [{ authors: { name: 'Ada' } }],
    ],
  ])('%s', async (_, path, expected) => {
    const [table, query] = path.split('?')
    expect(await get(`/${table}?${query}`)).toEqual(expected)
  })
})

describe('aggregates', () => {
  test.each([
    [
      'over everything',
      'books?select=count(),price.sum(),price.max(),price.min()',
      [{ count: 4, sum: 47.5, max: 20, min: 5 }],
    ],
    [
      'grouped by the other columns',
      'books?select=author_id,n:id.count()&order=author_id',
      [
        { author_id: 1, n: 2 },
        { author_id: 2, n: 1 },
        { author_id: 3, n: 1 },
      ],
    ],
    ['cast before and after', 'books?select=price::int.sum()::text', [{ sum: '48' }]],
    ['grouped by a json path', 'authors?select=city:about->>city,count()&id=eq.2', [{ city: 'Haworth', count: 1 }]],
    [
      'inside an embed',
      'authors?id=eq.1&select=name,books!author_id(price.avg())',
      [{ name: 'Ada', books: [{ avg: 10 }] }],
    ],
    [
      'grouped by an embedded object',
      'books?select=count(),mood,covers(url)&id=eq.1',
      [{ count: 1, mood: 'light', covers: { url: 'one.jpg' } }],
    ],
    [
      'of a spread, over the parent',
      'books?select=mood,...authors!author_id(id.max())&order=mood',
      [
        { mood: 'dark', max: 2 },
        { mood: 'light', max: 3 },
      ],
    ],
    ['two of one spread column', 'books?select=...authors!author_id(lo:id.min(),hi:id.max())', [{ lo: 1, hi: 3 }]],
    ['counting spread rows', 'books?select=...covers(n:count())', [{ n: 2 }]],
  ])('%s', async (_, path, expected) => {
    const [table, query] = path.split('?')
    expect(await get(`/${table}?${query}`)).toEqual(expected)
  })

  test('are refused in a to-many spread', async () => {
    const answer = await rest.send(`/authors?select=${q('...books!author_id(price.sum())')}`)
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST127' } })
  })

  test('are refused where the database has not turned them on, but for the old way to count rows', async () => {
    const plain = await restHarness()
    const answer = await plain.send('/books?select=count()')
    const old = await plain.send('/authors?select=id,books!author_id(count)&order=id&limit=1')
    const root = await plain.send('/books?select=n:count&author_id=eq.1')
    await plain.close()
    expect(old.json).toEqual([{ id: 1, books: [{ count: 2 }] }])
    expect(root.json).toEqual([{ n: 2 }])
    expect(answer).toMatchObject({ status: 400, json: { code: 'PGRST123' } })
  })
})
