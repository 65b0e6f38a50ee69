import { refusal, type Scenario, scenarios } from '../scenario.ts'

const aggregates: readonly (readonly [path: string, body: unknown])[] = [
  ['/books?select=count()', [{ count: 5 }]],
  ['/books?select=many:count()', [{ many: 5 }]],
  ['/books?select=count()::text', [{ count: '5' }]],
  ['/books?select=count()&id=gt.3', [{ count: 2 }]],
  ['/books?select=author_id.count()', [{ count: 4 }]],
  ['/books?select=price.sum(),price.max(),price.min()', [{ sum: 67.4, max: 22, min: 5 }]],
  ['/books?select=total:price.sum()::text', [{ total: '67.40' }]],
  ['/books?select=price::int.sum()', [{ sum: 68 }]],
  ['/books?select=details->>pages::int.max()', [{ max: 450 }]],
  ['/books?select=id.avg()::int', [{ avg: 3 }]],
  ['/books?select=title.max()', [{ max: 'Untitled, "draft"' }]],
  [
    '/books?select=binding,count()&order=binding',
    [
      { binding: 'paperback', count: 3 },
      { binding: 'hardcover', count: 1 },
      { binding: 'digital', count: 1 },
    ],
  ],
  [
    '/books?select=binding,in_print,count()&binding=eq.paperback&order=in_print.nullslast',
    [
      { binding: 'paperback', in_print: false, count: 1 },
      { binding: 'paperback', in_print: true, count: 1 },
      { binding: 'paperback', in_print: null, count: 1 },
    ],
  ],
  ['/stock?select=*,count()&shop=eq.pier', [{ shop: 'pier', book_id: 1, amount: 8, count: 1 }]],
  [
    '/publishers?select=name,books(count())&order=id',
    [
      { name: 'North Press', books: [{ count: 2 }] },
      { name: 'Harbour Books', books: [{ count: 1 }] },
      { name: 'Quiet House', books: [{ count: 1 }] },
    ],
  ],
  [
    '/publishers?select=id,books(binding,price.sum())&id=eq.1&books.order=binding',
    [
      {
        id: 1,
        books: [
          { binding: 'paperback', sum: 12.5 },
          { binding: 'hardcover', sum: 18 },
        ],
      },
    ],
  ],
  [
    '/books?select=publishers(name),price.sum()&publisher_id=eq.1',
    [{ publishers: { name: 'North Press' }, sum: 30.5 }],
  ],
  [
    '/books?select=...publishers(name),price.sum()&order=publishers(name)&publisher_id=not.is.null&limit=1',
    [{ name: 'Harbour Books', sum: 9.9 }],
  ],
  // What is aggregated in a spread is aggregated over the rows that it is spread into.
  [
    '/stock?select=shop,...books(price.sum())&order=shop',
    [
      { shop: 'main', sum: 30.5 },
      { shop: 'pier', sum: 12.5 },
    ],
  ],
  [
    '/stock?select=shop,...books(total:price.sum())&order=total',
    [
      { shop: 'pier', total: 12.5 },
      { shop: 'main', total: 30.5 },
    ],
  ],
  ['/books?select=binding,n:count()&order=n.desc,binding&limit=1', [{ binding: 'paperback', n: 3 }]],
  ['/books?select=name:title&order=name.desc&limit=1', [{ name: 'Untitled, "draft"' }]],
  ['/stock?select=...books(price.max(),first:id.min())', [{ max: 18, first: 1 }]],
  [
    '/stock?select=shop,...books(binding,price.max())&order=shop&shop=eq.main&book_id=eq.2',
    [{ shop: 'main', binding: 'hardcover', max: 18 }],
  ],
  ['/stock?select=...books(total:price.sum()::text)', [{ total: '43.00' }]],
  ['/books?select=...publishers(count())', [{ count: 4 }]],
  ['/books?select=all:count(),...publishers(known:count())', [{ all: 5, known: 4 }]],
  [
    '/stock?select=shop,...books(...publishers(name.max(),id.count()))&order=shop',
    [
      { shop: 'main', max: 'North Press', count: 2 },
      { shop: 'pier', max: 'North Press', count: 1 },
    ],
  ],
  ['/stock?select=...books(...publishers(country),price.max())', [{ country: 'NO', max: 18 }]],
  ['/covers?select=book_id,books(...publishers(id.max()))&book_id=eq.1', [{ book_id: 1, books: { max: 1 } }]],
  ['/genres?select=id,books(...publishers(id.count()))&id=eq.1', [{ id: 1, books: [{ count: 2 }] }]],
  ['/rpc/find_books?term=a&select=count()', [{ count: 5 }]],
  ['/rpc/sales?select=sold.max()&book_id=gt.1', [{ max: 50 }]],
]

scenarios(
  'rest: aggregates',
  [
    ...aggregates.map(([path, body]): Scenario => ({
      name: 'totals',
      send: `GET ${path}` as Scenario['send'],
      status: 200,
      expect: body,
    })),
    {
      name: 'groups are what is counted',
      send: 'GET /books?select=binding,count()&limit=1',
      headers: { prefer: 'count=exact' },
      status: 206,
      answers: { 'content-range': '0-0/3' },
    },
    {
      name: 'in spread children',
      send: 'GET /publishers?select=name,...books(price.sum())',
      status: 400,
      expect: refusal('PGRST127', 'Feature not implemented', {
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      }),
    },
    {
      name: 'in a parent of spread children',
      send: 'GET /publishers?select=name,...books(...authors!author_id(id.max()))',
      status: 400,
      expect: refusal('PGRST127', 'Feature not implemented', {
        details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
      }),
    },
    { name: 'of a text', send: 'GET /books?select=title.sum()', status: 404 },
    {
      name: 'an unknown one',
      send: 'GET /books?select=price.median()',
      status: 400,
    },
  ],
  'liberal',
)

scenarios(
  'rest: what an operator may switch on',
  [
    {
      name: 'the plan of a query',
      send: 'GET /genres',
      headers: { accept: 'application/vnd.pgrst.plan' },
      status: 200,
      answers: { 'content-type': 'application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8' },
    },
    {
      name: 'the plan of a query as JSON',
      send: 'GET /genres',
      headers: {
        accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|buffers',
      },
      status: 200,
      answers: {
        'content-type':
          'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|buffers; charset=utf-8',
      },
    },
    {
      name: 'the plan of a change',
      as: 'shopkeeper',
      send: 'PATCH /genres?id=eq.1',
      headers: { accept: 'application/vnd.pgrst.plan+json' },
      body: { name: 'x' },
      status: 200,
    },
    { name: '… changes nothing', send: 'GET /genres?id=eq.1', status: 200, expect: [{ id: 1, name: 'Novel' }] },
    {
      name: 'a rehearsed insert',
      as: 'shopkeeper',
      send: 'POST /genres',
      headers: { prefer: 'tx=rollback,return=representation' },
      body: { id: 90, name: 'r' },
      status: 201,
      answers: { 'preference-applied': 'return=representation, tx=rollback' },
      expect: [{ id: 90, name: 'r' }],
    },
    { name: '… leaves nothing', send: 'GET /genres?id=eq.90', status: 200, expect: [] },
    {
      name: 'a rehearsed update',
      as: 'shopkeeper',
      send: 'PATCH /genres?id=eq.1',
      headers: { prefer: 'tx=rollback,count=exact' },
      body: { name: 'r' },
      status: 204,
      answers: { 'content-range': '0-0/1', 'preference-applied': 'count=exact, tx=rollback' },
    },
    {
      name: 'a rehearsed delete',
      as: 'shopkeeper',
      send: 'DELETE /stock?shop=eq.pier',
      headers: { prefer: 'tx=rollback,return=representation' },
      status: 200,
      expect: [{ shop: 'pier', book_id: 1, amount: 8 }],
    },
    {
      name: 'a rehearsed call',
      as: 'shopkeeper',
      send: 'POST /rpc/raise_price?select=price',
      headers: { prefer: 'tx=rollback' },
      body: { book: 1, by_amount: 1 },
      status: 200,
      answers: { 'preference-applied': 'tx=rollback' },
      expect: { price: 13.5 },
    },
    { name: '… leaves all as it was', send: 'GET /books?select=price&id=eq.1', status: 200, expect: [{ price: 12.5 }] },
    {
      name: 'a rehearsal that fails, with what would only be found at the end',
      as: 'shopkeeper',
      send: 'POST /covers',
      headers: { prefer: 'tx=rollback' },
      body: { book_id: 999 },
      status: 409,
    },
    {
      name: 'a change meant to stay',
      as: 'shopkeeper',
      send: 'POST /genres',
      headers: { prefer: 'tx=commit' },
      body: { id: 91, name: 'c' },
      status: 201,
      answers: { 'preference-applied': 'tx=commit' },
    },
    {
      name: 'an update of all rows',
      as: 'shopkeeper',
      send: 'PATCH /unloved',
      body: { word: 'x' },
      status: 204,
      answers: { 'content-range': '*/*' },
    },
    { name: 'a delete of all rows', as: 'shopkeeper', send: 'DELETE /unloved', status: 204 },
    {
      name: 'expressions for everybody',
      send: 'GET /genres?select=id&name=match.^T',
      status: 200,
      expect: [{ id: 2 }],
    },
    { name: 'no root', send: 'GET /', status: 404, expect: refusal('PGRST126', 'Root endpoint metadata is disabled') },
    {
      name: 'a page of at most four',
      send: 'GET /books?select=id&order=id',
      status: 200,
      answers: { 'content-range': '0-3/*' },
    },
    {
      name: 'a page of at most four, whatever the limit',
      send: 'GET /books?select=id&order=id&limit=100',
      headers: { prefer: 'count=exact' },
      status: 206,
      answers: { 'content-range': '0-3/5' },
    },
    {
      name: 'an estimate beyond what was counted',
      send: 'GET /books?select=id&limit=1',
      headers: { prefer: 'count=estimated' },
      status: 206,
      answers: { 'preference-applied': 'count=estimated' },
    },
    {
      name: 'embeds of at most four',
      send: 'GET /genres?select=id,all:bestsellers_of(id)',
      status: 400,
    },
    {
      name: 'what a change shows is not cut',
      as: 'shopkeeper',
      send: 'PATCH /books?id=gte.1&select=id',
      headers: { prefer: 'return=representation' },
      body: { binding: 'paperback' },
      status: 200,
      answers: { 'content-range': '0-4/*' },
    },
  ],
  'liberal',
)
