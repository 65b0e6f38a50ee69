import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('shape', () => {
  const shapes: [path: string, body: unknown][] = [
    ['/genres?order=id&limit=1', [{ id: 1, name: 'Novel' }]],
    ['/genres?select=label:name,id&id=eq.1', [{ label: 'Novel', id: 1 }]],
    ['/genres?select=&id=eq.1', [{ id: 1, name: 'Novel' }]],
    ['/books?select=id::text,price::int&id=eq.1', [{ id: '1', price: 13 }]],
    ['/books?select=details->size->>h,details->pages&id=eq.1', [{ h: '20', pages: 320 }]],
    ['/authors?select=prize:details->prizes->0->>name&id=eq.1', [{ prize: 'Pine' }]],
    ['/authors?select=details->prizes->-1->name&id=eq.1', [{ name: 'Sea' }]],
    ['/books?select=tags->0&id=eq.1', [{ tags: 'weather' }]],
    ['/books?select=title,price_with_tax&id=eq.2', [{ title: 'Salt and Stars', price_with_tax: 22.5 }]],
    ['/Odd%20Names?select="a,b","q\\"uote"', [{ 'a,b': 'x', 'q"uote': 'y' }]],
    [
      '/books?select=id,reviews(count)&id=in.(1,4)&order=id',
      [
        { id: 1, reviews: [{ count: 2 }] },
        { id: 4, reviews: [{ count: 1 }] },
      ],
    ],
  ]
  test.each(shapes)('%s', async (path, body) => {
    const answer = await shop.get(path)
    expect(answer.json()).toEqual(body)
    expect(answer.statusCode).toBe(200)
  })

  test('large integers and numerics keep every digit', async () => {
    const answer = await shop.get('/books?select=sold,price&id=eq.1')
    expect(answer.body).toBe('[{"sold":9007199254740993,"price":12.50}]')
  })
})

describe('embedding', () => {
  const embeds: [path: string, body: unknown][] = [
    [
      '/books?select=id,author:authors!books_author_id_fkey(name)&order=id&limit=1',
      [{ id: 1, author: { name: 'Ada Berg' } }],
    ],
    ['/books?select=author_id(name)&id=eq.5', [{ author_id: null }]],
    ['/books?select=books_editor_fkey(name)&id=eq.1', [{ books_editor_fkey: { name: 'Luis Prado' } }]],
    [
      '/authors?select=name,books!author_id(title)&id=in.(2,4)&order=id',
      [
        { name: 'Luis Prado', books: [{ title: 'Harbour Lights' }] },
        { name: 'Nobody Yet', books: [] },
      ],
    ],
    ['/books?select=id,genres(name)&id=eq.2', [{ id: 2, genres: [{ name: 'Novel' }, { name: 'Poetry' }] }]],
    [
      '/books?select=id,covers(colour)&id=in.(1,3)&order=id',
      [
        { id: 1, covers: { colour: 'grey' } },
        { id: 3, covers: null },
      ],
    ],
    [
      '/covers?select=colour,books(title,publishers(name))&book_id=eq.1',
      [{ colour: 'grey', books: { title: 'The Long Rain', publishers: { name: 'North Press' } } }],
    ],
    [
      '/sections?select=name,sections(name)&id=eq.1',
      [{ name: 'All', sections: [{ name: 'Fiction' }, { name: 'Maps' }] }],
    ],
    ['/sections?select=name,parent:parent_id(name)&id=eq.3', [{ name: 'Crime', parent: { name: 'Fiction' } }]],
    [
      '/authors?select=name,books!author_id!inner(title)&books.title=eq.Harbour Lights',
      [{ name: 'Luis Prado', books: [{ title: 'Harbour Lights' }] }],
    ],
    [
      '/authors?select=id,books!author_id(title)&books.title=like.Salt*&id=in.(1,2)&order=id',
      [
        { id: 1, books: [{ title: 'Salt and Stars' }] },
        { id: 2, books: [] },
      ],
    ],
    [
      '/authors?select=id,books!author_id(id)&books.order=id.desc&books.limit=1&id=eq.1',
      [{ id: 1, books: [{ id: 2 }] }],
    ],
    ['/authors?select=id,books!author_id(id)&books.order=id&books.offset=1&id=eq.1', [{ id: 1, books: [{ id: 2 }] }]],
    ['/authors?select=id,b:books!author_id()&b=not.is.null&order=id', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['/authors?select=id,books!author_id()&books=is.null', [{ id: 4 }]],
    ['/authors?select=id,books!author_id()&or=(books.is.null,id.eq.2)&order=id', [{ id: 2 }, { id: 4 }]],
    [
      '/books?select=id,publishers(name)&publishers.name=eq.North Press&order=id&limit=3',
      [
        { id: 1, publishers: { name: 'North Press' } },
        { id: 2, publishers: { name: 'North Press' } },
        { id: 3, publishers: null },
      ],
    ],

    [
      '/books?select=id,...publishers(house:name)&id=in.(1,5)&order=id',
      [
        { id: 1, house: 'North Press' },
        { id: 5, house: null },
      ],
    ],
    [
      '/authors?select=id,...books!author_id(titles:title)&id=in.(2,4)&order=id',
      [
        { id: 2, titles: ['Harbour Lights'] },
        { id: 4, titles: [] },
      ],
    ],
    [
      '/books?select=id,house(name)&id=in.(1,5)&order=id',
      [
        { id: 1, house: { name: 'North Press' } },
        { id: 5, house: null },
      ],
    ],
    [
      '/authors?select=id,bestsellers(title)&id=in.(1,2)&order=id',
      [
        { id: 1, bestsellers: [{ title: 'The Long Rain' }, { title: 'Salt and Stars' }] },
        { id: 2, bestsellers: [] },
      ],
    ],
    ['/printed_books?select=id,authors(name)&id=eq.1', [{ id: 1, authors: { name: 'Ada Berg' } }]],
    [
      '/writers?select=writer_name,printed_books(title)&writer_id=eq.3',
      [{ writer_name: 'Mina Okoro', printed_books: [{ title: 'A Quiet Year' }] }],
    ],
    ['/printed_books?select=id,reviews(rating)&id=eq.1', [{ id: 1, reviews: [{ rating: 5 }, { rating: 3 }] }]],
  ]
  test.each(embeds.filter(([, body]) => body !== null))('%s', async (path, body) => {
    const answer = await shop.get(path)
    expect(answer.json()).toEqual(body)
  })

  test('a related order takes the column of a to-one embed', async () => {
    const answer = await shop.get('/books?select=id,publishers()&order=publishers(name).desc.nullslast,id')
    expect(answer.json()).toEqual([{ id: 4 }, { id: 1 }, { id: 2 }, { id: 3 }, { id: 5 }])
  })
})

describe('windows and counts', () => {
  const windows: [
    path: string,
    headers: Record<string, string>,
    expected: [status: number, range: string, rows: number],
  ][] = [
    ['/books?limit=2', {}, [200, '0-1/*', 2]],
    ['/books?limit=2&offset=4', {}, [200, '4-4/*', 1]],
    ['/books?limit=0', {}, [200, '*/*', 0]],
    ['/books?limit=none', {}, [200, '0-4/*', 5]],
    ['/books?offset=5', { prefer: 'count=exact' }, [206, '*/5', 0]],
    ['/books?limit=2', { prefer: 'count=exact' }, [206, '0-1/5', 2]],
    ['/books', { prefer: 'count=exact' }, [200, '0-4/5', 5]],
    ['/books?id=eq.99', { prefer: 'count=exact' }, [200, '*/0', 0]],
    ['/books?limit=2&offset=3', { prefer: 'count=exact' }, [206, '3-4/5', 2]],
    ['/books?limit=3&offset=3', { prefer: 'count=exact' }, [206, '3-4/5', 2]],
    ['/books', { range: '1-2' }, [200, '1-2/*', 2]],
    ['/books', { range: '3-' }, [200, '3-4/*', 2]],
    ['/books?limit=3', { range: '1-9' }, [200, '1-2/*', 2]],
    ['/books?limit=2', { prefer: 'count=estimated' }, [206, '0-1/5', 2]],
    ['/authors?select=id,books!author_id!inner(id)&books.price=gt.15', { prefer: 'count=exact' }, [200, '0-1/2', 2]],
  ]
  test.each(windows)('%s %j', async (path, headers, expected) => {
    const answer = await shop.get(path, headers)
    expect([answer.statusCode, answer.headers['content-range'], answer.json().length]).toEqual(expected)
  })

  test('planned counts come from the planner', async () => {
    const answer = await shop.get('/books', { prefer: 'count=planned' })
    expect(answer.headers['content-range']).toMatch(/^0-4\/\d+$/)
    expect(answer.headers['preference-applied']).toBe('count=planned')
  })

  test('an offset beyond the rows', async () => {
    const answer = await shop.get('/books?offset=10', { prefer: 'count=exact' })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, '*/5'])
    expect(answer.json()).toEqual({
      code: 'PGRST103',
      details: 'An offset of 10 was requested, but there are only 5 rows.',
      hint: null,
      message: 'Requested range not satisfiable',
    })
  })

  test('HEAD has the headers without the body', async () => {
    const answer = await shop.send('HEAD', '/books?limit=2', { headers: { prefer: 'count=exact' } })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe('0-1/5')
    expect(answer.headers['content-location']).toBe('/books?limit=2')
    expect(answer.body).toBe('')
  })

  test('at most the configured number of rows at every level', async () => {
    await using small = await openShop({ maxRows: 1 })
    const answer = await small.get('/authors?select=id,books!author_id(id)&order=id&books.order=id', {
      prefer: 'count=exact',
    })
    expect(answer.json()).toEqual([{ id: 1, books: [{ id: 1 }] }])
    expect(answer.headers['content-range']).toBe('0-0/4')
  })
})

describe('forms', () => {
  test('one object', async () => {
    const answer = await shop.get('/genres?id=eq.1', { accept: 'application/vnd.pgrst.object+json' })
    expect(answer.json()).toEqual({ id: 1, name: 'Novel' })
    expect(answer.headers['content-type']).toBe('application/vnd.pgrst.object+json; charset=utf-8')
  })

  test('not one object', async () => {
    const answer = await shop.get('/genres', { accept: 'application/vnd.pgrst.object+json' })
    expect(answer.statusCode).toBe(406)
    expect(answer.json()).toEqual({
      code: 'PGRST116',
      details: 'The result contains 3 rows',
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    })
  })

  test('without nulls', async () => {
    const headers = { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }
    const answer = await shop.get('/publishers?id=eq.3', headers)
    expect(answer.json()).toEqual([{ id: 3, name: 'Quiet House' }])
  })

  test('CSV', async () => {
    const answer = await shop.get('/books?select=id,title,in_print&id=in.(1,5)&order=id', { accept: 'text/csv' })
    expect(answer.body).toBe('id,title,in_print\n1,"The Long Rain",t\n5,"Untitled, ""draft""",')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  })

  test('an unknown media type', async () => {
    const answer = await shop.get('/books', { accept: 'text/html' })
    expect(answer.statusCode).toBe(406)
    expect(answer.json()).toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: text/html',
    })
  })

  test('the best acceptable of several', async () => {
    const answer = await shop.get('/genres?select=id&id=eq.1', {
      accept: 'text/html, text/csv;q=0.5, application/json;q=0.9',
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })
})

describe('caches', () => {
  test('are told what an answer depends on, and to keep nothing of a reader', async () => {
    const visitor = await shop.get('/genres')
    expect(visitor.headers['vary']).toBe('Authorization, apikey, Accept, Accept-Profile, Prefer, Range')
    expect(visitor.headers['cache-control']).toBeUndefined()
    expect((await shop.get('/genres', reader(ada))).headers['cache-control']).toBe('private, no-store')
  })
})
