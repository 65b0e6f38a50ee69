import { refusal, type Scenario, scenarios } from '../scenario.ts'

const exact = { prefer: 'count=exact' }
const beyond = (offset: number, rows: number) =>
  refusal('PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${rows} rows.`,
  })
const backwards = refusal('PGRST103', 'Requested range not satisfiable', {
  details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
})

interface Page {
  readonly path: string
  readonly headers?: Record<string, string>
  readonly status: number
  readonly range: string
  readonly ids: readonly number[]
}

const pages: readonly Page[] = [
  { path: 'limit=2', status: 200, range: '0-1/*', ids: [1, 2] },
  { path: 'limit=2', headers: exact, status: 206, range: '0-1/5', ids: [1, 2] },
  { path: 'limit=2&offset=4', headers: exact, status: 206, range: '4-4/5', ids: [5] },
  { path: 'limit=5', headers: exact, status: 200, range: '0-4/5', ids: [1, 2, 3, 4, 5] },
  { path: 'limit=50', headers: exact, status: 200, range: '0-4/5', ids: [1, 2, 3, 4, 5] },
  { path: 'offset=3', status: 200, range: '3-4/*', ids: [4, 5] },
  { path: 'offset=3', headers: exact, status: 206, range: '3-4/5', ids: [4, 5] },
  { path: 'offset=5', headers: exact, status: 206, range: '*/5', ids: [] },
  { path: 'offset=9', status: 200, range: '*/*', ids: [] },
  { path: 'limit=0', status: 200, range: '*/*', ids: [] },
  { path: 'limit=0', headers: exact, status: 206, range: '*/5', ids: [] },
  { path: 'offset=-4&limit=1', status: 200, range: '0-0/*', ids: [1] },
  { path: 'limit=two', status: 200, range: '0-4/*', ids: [1, 2, 3, 4, 5] },
  { path: 'limit=', status: 200, range: '0-4/*', ids: [1, 2, 3, 4, 5] },
  { path: '', headers: { range: '0-1' }, status: 200, range: '0-1/*', ids: [1, 2] },
  { path: '', headers: { range: '1-1' }, status: 200, range: '1-1/*', ids: [2] },
  { path: '', headers: { range: '2-' }, status: 200, range: '2-4/*', ids: [3, 4, 5] },
  { path: '', headers: { range: '0-1', 'range-unit': 'items' }, status: 200, range: '0-1/*', ids: [1, 2] },
  { path: '', headers: { range: 'items=0-1' }, status: 200, range: '0-1/*', ids: [1, 2] },
  { path: '', headers: { range: '0-1', ...exact }, status: 206, range: '0-1/5', ids: [1, 2] },
  { path: '', headers: { range: '0-99', ...exact }, status: 200, range: '0-4/5', ids: [1, 2, 3, 4, 5] },
  { path: '', headers: { range: 'nonsense' }, status: 200, range: '0-4/*', ids: [1, 2, 3, 4, 5] },
  { path: 'limit=3', headers: { range: '1-9' }, status: 200, range: '1-2/*', ids: [2, 3] },
  { path: 'offset=1', headers: { range: '0-2' }, status: 200, range: '1-2/*', ids: [2, 3] },
  { path: 'id=gt.3', headers: exact, status: 200, range: '0-1/2', ids: [4, 5] },
  { path: 'id=gt.9', headers: exact, status: 200, range: '*/0', ids: [] },
  { path: 'limit=1', headers: { prefer: 'count=estimated' }, status: 206, range: '0-0/5', ids: [1] },
]

scenarios(
  'rest: pages',
  pages.map(({ path, headers = {}, status, range, ids }): Scenario => ({
    name: Object.entries(headers).flat().join(' '),
    send: `GET /books?select=id&order=id${path === '' ? '' : `&${path}`}`,
    headers,
    status,
    answers: { 'content-range': range },
    expect: ids.map((id) => ({ id })),
  })),
)

scenarios('rest: pages at the edge', [
  {
    name: 'beyond the end, counted',
    send: 'GET /books?offset=6',
    headers: exact,
    status: 416,
    answers: { 'content-range': '*/5' },
    expect: beyond(6, 5),
  },
  {
    name: 'beyond the end by the header',
    send: 'GET /books',
    headers: { range: '7-9', ...exact },
    status: 416,
    answers: { 'content-range': '*/5' },
    expect: beyond(7, 5),
  },
  {
    name: 'beyond the end of nothing',
    send: 'GET /books?id=eq.0&offset=1',
    headers: exact,
    status: 416,
    answers: { 'content-range': '*/0' },
    expect: beyond(1, 0),
  },
  { name: 'backwards', send: 'GET /books', headers: { range: '3-1' }, status: 416, expect: backwards },
  {
    name: 'less than nothing',
    send: 'GET /books?limit=-1',
    status: 416,
    expect: refusal('PGRST103', 'Requested range not satisfiable', {
      details: 'Limit should be greater than or equal to zero.',
    }),
  },
  {
    name: 'the header is nothing to HEAD',
    send: 'HEAD /books?select=id',
    headers: { range: '0-1' },
    status: 200,
    answers: { 'content-range': '0-4/*' },
    expect: '',
  },
  {
    name: 'HEAD by limit',
    send: 'HEAD /books?select=id&limit=2',
    headers: exact,
    status: 206,
    answers: { 'content-range': '0-1/5', 'content-location': '/books?limit=2&select=id' },
    expect: '',
  },
  {
    name: 'a count of children is of the parents',
    send: 'GET /publishers?select=id,books(id)&books.limit=1&limit=2',
    headers: exact,
    status: 206,
    answers: { 'content-range': '0-1/3' },
  },
  {
    name: 'limit and offset of an embed',
    send: 'GET /publishers?select=books(id)&books.order=id&books.limit=1&books.offset=1&id=eq.1',
    status: 200,
    expect: [{ books: [{ id: 2 }] }],
  },
  {
    name: 'limits at two depths',
    send: 'GET /authors?select=books!author_id(id,genres(id))&books.limit=1&books.order=id.desc&books.genres.order=id.desc&books.genres.limit=1&id=eq.1',
    status: 200,
    expect: [{ books: [{ id: 2, genres: [{ id: 3 }] }] }],
  },
  {
    name: 'no children at all',
    send: 'GET /publishers?select=books(id)&books.limit=0&id=eq.1',
    status: 200,
    expect: [{ books: [] }],
  },
  {
    name: 'a page of a function',
    send: 'GET /rpc/find_books?term=a&select=id&limit=2&offset=1',
    headers: exact,
    status: 206,
    answers: { 'content-range': '1-2/5' },
    expect: [{ id: 2 }, { id: 3 }],
  },
  {
    name: 'a page of a function by the header',
    send: 'GET /rpc/find_books?term=a&select=id',
    headers: { range: '0-0' },
    status: 200,
    answers: { 'content-range': '0-0/*' },
    expect: [{ id: 1 }],
  },
  {
    name: 'a page of values',
    send: 'GET /rpc/titles?limit=1&offset=1',
    headers: exact,
    status: 206,
    answers: { 'content-range': '1-1/5' },
    expect: ['Salt and Stars'],
  },
  {
    name: 'where the page stands, its parameters sorted',
    send: 'GET /books?select=id&order=id&limit=1&id=gt.1',
    status: 200,
    answers: { 'content-location': '/books?id=gt.1&limit=1&order=id&select=id' },
  },
  {
    name: 'where a page of a function stands: nowhere',
    send: 'GET /rpc/titles',
    status: 200,
    answers: { 'content-location': null },
  },
  {
    name: 'HEAD answers what GET would',
    send: 'HEAD /nothing_here',
    status: 404,
    answers: { 'proxy-status': 'PostgREST; error=PGRST205' },
    expect: '',
  },
])
