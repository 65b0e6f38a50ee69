import { type Scenario, scenarios } from '../scenario.ts'

/** What is embedded → the body. */
const embedded: readonly (readonly [path: string, body: unknown])[] = [
  ['books?select=id,publishers(*)&id=eq.2', [{ id: 2, publishers: { id: 1, name: 'North Press', country: 'NO' } }]],
  ['books?select=*,publishers()&id=eq.0', []],
  ['books?select=publisher:publishers(name)&id=eq.1', [{ publisher: { name: 'North Press' } }]],
  ['books?select=house:publisher_id(name)&id=eq.1', [{ house: { name: 'North Press' } }]],
  ['books?select=books_publisher_id_fkey(name)&id=eq.1', [{ books_publisher_id_fkey: { name: 'North Press' } }]],
  ['books?select=publishers!books_publisher_id_fkey(name)&id=eq.1', [{ publishers: { name: 'North Press' } }]],
  ['books?select=publishers!publisher_id(name)&id=eq.1', [{ publishers: { name: 'North Press' } }]],
  ['books?select=publishers!inner(name)&id=in.(4,5)', [{ publishers: { name: 'Quiet House' } }]],
  ['books?select=publishers!publisher_id!inner(name)&id=in.(4,5)', [{ publishers: { name: 'Quiet House' } }]],
  ['books?select=publishers!inner!publisher_id(name)&id=in.(4,5)', [{ publishers: { name: 'Quiet House' } }]],
  ['authors?select=name,books!books_author_id_fkey(id)&id=eq.3', [{ name: 'Mina Okoro', books: [{ id: 4 }] }]],
  ['authors?select=name,books!editor_id(id)&id=eq.3', [{ name: 'Mina Okoro', books: [{ id: 2 }] }]],
  [
    'authors?select=wrote:books!author_id(id),edited:books!editor_id(id)&id=eq.1&wrote.order=id',
    [{ wrote: [{ id: 1 }, { id: 2 }], edited: [{ id: 4 }] }],
  ],
  [
    'authors?select=wrote:books!author_id(id),edited:books!editor_id(id)&id=eq.1&wrote.id=eq.2&edited.id=eq.0',
    [{ wrote: [{ id: 2 }], edited: [] }],
  ],
  ['books?select=genres(name)&id=eq.2&genres.order=name.desc', [{ genres: [{ name: 'Poetry' }, { name: 'Novel' }] }]],
  ['books?select=genres(name)&id=eq.4', [{ genres: [] }]],
  ['books?select=id,genres!inner(name)&genres.name=eq.Poetry', [{ id: 2, genres: [{ name: 'Poetry' }] }]],
  ['books?select=book_genres(genres(name))&id=eq.3', [{ book_genres: [{ genres: { name: 'Travel' } }] }]],
  ['books?select=covers(colour)&id=eq.3', [{ covers: null }]],
  ['covers?select=book_id,books(title)&order=book_id&limit=1', [{ book_id: 1, books: { title: 'The Long Rain' } }]],
  [
    'sections?select=name,sections(name,sections(name))&id=eq.1&sections.order=id',
    [
      {
        name: 'All',
        sections: [
          { name: 'Fiction', sections: [{ name: 'Crime' }] },
          { name: 'Maps', sections: [] },
        ],
      },
    ],
  ],
  [
    'sections?select=name,parent_id(name,parent_id(name))&id=eq.3',
    [{ name: 'Crime', parent_id: { name: 'Fiction', parent_id: { name: 'All' } } }],
  ],
  ['sections?select=id,parent:sections!parent_id(name)&id=eq.2', [{ id: 2, parent: [{ name: 'Crime' }] }]],
  ['sections?select=id,children:sections!sections_parent_id_fkey(id)&id=eq.2', [{ id: 2, children: [{ id: 3 }] }]],
  ['printed_books?select=title,authors(name)&id=eq.4', [{ title: 'A Quiet Year', authors: { name: 'Mina Okoro' } }]],
  [
    'printed_books?select=title,writers(writer_name)&id=eq.4',
    [{ title: 'A Quiet Year', writers: { writer_name: 'Mina Okoro' } }],
  ],
  ['authors?select=printed_books(id)&id=eq.3', [{ printed_books: [{ id: 4 }] }]],
  ['printed_books?select=id,covers(colour)&id=eq.1', [{ id: 1, covers: { colour: 'grey' } }]],
  ['printed_books?select=id,genres(name)&id=eq.1', [{ id: 1, genres: [{ name: 'Novel' }] }]],
  ['clubs?select=name,guests!late_visits(name)&id=eq.1', [{ name: 'Chess', guests: [{ name: 'Tom' }] }]],
  ['clubs?select=guests!visits(name)&id=eq.1&guests.order=id', [{ guests: [{ name: 'Ida' }, { name: 'Tom' }] }]],
  ['visit_pairs?select=clubs!host_id(name)&guest_id=eq.1', [{ clubs: { name: 'Chess' } }]],
  ['visits?select=guest_cards!card(name)&club_id=eq.2', [{ guest_cards: { name: 'Tom' } }]],
  ['publishers?select=counted(books)&id=eq.1', [{ counted: [{ books: 2 }] }]],
  [
    'authors?select=bestsellers(id,publishers(name))&id=eq.1&bestsellers.id=eq.1',
    [{ bestsellers: [{ id: 1, publishers: { name: 'North Press' } }] }],
  ],
  ['authors?select=id,bestsellers!inner(id)&bestsellers.id=eq.2', [{ id: 1, bestsellers: [{ id: 2 }] }]],
  ['authors?select=id,bestsellers()&bestsellers=is.null&order=id&limit=1', [{ id: 2 }]],
  ['authors?select=id,top:bestsellers(id)&id=eq.1&top.limit=1&top.order=id.desc', [{ id: 1, top: [{ id: 2 }] }]],
  ['books?select=id,house(name,books(id))&id=eq.3', [{ id: 3, house: { name: 'Harbour Books', books: [{ id: 3 }] } }]],
  ['books?select=id,...house(name)&id=eq.3', [{ id: 3, name: 'Harbour Books' }]],
  ['rpc/find_books?term=rain&select=id,authors!author_id(name)', [{ id: 1, authors: { name: 'Ada Berg' } }]],
  ['rpc/first_book?select=id,genres(name)', { id: 1, genres: [{ name: 'Novel' }] }],
  ['rpc/find_books?term=a&select=id,publishers!inner()&publishers.name=eq.Quiet%20House', [{ id: 4 }]],
  ['rpc/find_books?term=a&select=id,genres()&genres=is.null&order=id', [{ id: 4 }, { id: 5 }]],
  [
    'rpc/find_books?term=a&select=id,publishers(name)&order=publishers(name).desc.nullslast,id&limit=1',
    [{ id: 4, publishers: { name: 'Quiet House' } }],
  ],
]

const spreads: readonly (readonly [path: string, body: unknown])[] = [
  ['books?select=id,...publishers(name)&id=eq.1', [{ id: 1, name: 'North Press' }]],
  ['books?select=id,...publishers(*)&id=eq.0', []],
  [
    'books?select=title,...publishers(*)&id=eq.3',
    [{ title: 'Harbour Lights', id: 2, name: 'Harbour Books', country: 'PT' }],
  ],
  ['books?select=id,...publishers(name)&id=eq.5', [{ id: 5, name: null }]],
  ['books?select=id,...publishers!inner(name)&id=gte.4', [{ id: 4, name: 'Quiet House' }]],
  ['books?select=id,...publisher_id(house:name)&id=eq.1', [{ id: 1, house: 'North Press' }]],
  ['books?select=id,...authors!editor_id(editor:name)&id=eq.1', [{ id: 1, editor: 'Luis Prado' }]],
  [
    'covers?select=colour,...books(title,...publishers(name))&book_id=eq.1',
    [{ colour: 'grey', title: 'The Long Rain', name: 'North Press' }],
  ],
  ['covers?select=colour,...books(genres(name))&book_id=eq.1', [{ colour: 'grey', genres: [{ name: 'Novel' }] }]],
  ['book_genres?select=...books(title),...genres(name)&book_id=eq.3', [{ title: 'Harbour Lights', name: 'Travel' }]],
  ['publishers?select=name,...books(title)&id=eq.2', [{ name: 'Harbour Books', title: ['Harbour Lights'] }]],
  [
    'publishers?select=name,...books(id,title)&books.order=id.desc&id=eq.1',
    [{ name: 'North Press', id: [2, 1], title: ['Salt and Stars', 'The Long Rain'] }],
  ],
  [
    'publishers?select=...books(prices:price)&books.price=gt.15&order=id',
    [{ prices: [18] }, { prices: [] }, { prices: [22] }],
  ],
  [
    'publishers?select=id,...books!inner(prices:price)&books.price=gt.15&order=id',
    [
      { id: 1, prices: [18] },
      { id: 3, prices: [22] },
    ],
  ],
  [
    'genres?select=name,...books(titles:title)&books.order=title&id=eq.1',
    [{ name: 'Novel', titles: ['Salt and Stars', 'The Long Rain'] }],
  ],
  [
    'publishers?select=id,...books(title,...genres(genre:name))&id=eq.1&books.order=id&books.genres.order=name',
    [{ id: 1, title: ['The Long Rain', 'Salt and Stars'], genre: [['Novel'], ['Novel', 'Poetry']] }],
  ],
  [
    'publishers?select=id,...books(...authors!author_id(author:name))&id=eq.1',
    [{ id: 1, author: ['Ada Berg', 'Ada Berg'] }],
  ],
  [
    'publishers?select=id,...books(covers(colour))&id=eq.1&books.order=id',
    [{ id: 1, covers: [{ colour: 'grey' }, { colour: 'blue' }] }],
  ],
  ['authors?select=name,...bestsellers(id)&id=eq.1&bestsellers.order=sold', [{ name: 'Ada Berg', id: [2, 1] }]],
  ['sections?select=id,...parent_id(parent:name)&id=eq.2', [{ id: 2, parent: 'All' }]],
]

const nulls: readonly (readonly [path: string, ids: readonly number[]])[] = [
  ['publishers?select=id,books()&books=is.null&order=id', []],
  ['publishers?select=id,books()&books=not.is.null&order=id', [1, 2, 3]],
  ['publishers?select=id,books()&books=not.is.null&books.price=gt.15&order=id', [1, 3]],
  ['publishers?select=id,books()&books=is.null&books.price=gt.15&order=id', [2]],
  ['books?select=id,covers()&covers=is.null&order=id', [3, 4, 5]],
  ['books?select=id,covers()&covers=is.not_null&order=id', [1, 2]],
  ['books?select=id,c:covers()&c=is.null&order=id', [3, 4, 5]],
  ['books?select=id,covers(),publishers()&or=(covers.not.is.null,publishers.is.null)&order=id', [1, 2, 5]],
  ['books?select=id,covers(),reviews()&and=(covers.not.is.null,reviews.not.is.null)&order=id', [1]],
  ['books?select=id,genres()&genres=not.is.null&genres.name=eq.Poetry', [2]],
  ['books?select=id,genres!inner()&genres.name=eq.Travel', [3]],
  ['publishers?select=id,books!inner()&books.or=(price.lt.10,price.gt.20)&order=id', [2, 3]],
  ['publishers?select=id,books!inner()&books.not.or=(price.lt.10,price.gt.20)&order=id', [1]],
  ['books?select=id,publishers()&order=publishers(name).asc,id', [3, 1, 2, 4, 5]],
  ['books?select=id,publishers()&order=publishers(name).desc.nullslast,id.desc', [4, 2, 1, 3, 5]],
  ['books?select=id,p:publishers()&order=p(name),id&limit=1', [3]],
  ['books?select=id,covers()&order=covers(colour).desc.nullslast,id', [1, 2, 3, 4, 5]],
]

const path = (text: string): Scenario['send'] => `GET /${text}`

scenarios('rest: embeds in every spelling', [
  ...[...embedded, ...spreads].map(([text, body]) => ({ name: 'embeds', send: path(text), status: 200, expect: body })),
  ...nulls.map(([text, ids]) => ({
    name: ids.join(' '),
    send: path(text),
    status: 200,
    expect: ids.map((id) => ({ id })),
  })),
])
