import { refusal, type Scenario, scenarios } from '../scenario.ts'

/** Calls by GET → their bodies, word for word. */
const byGet: readonly (readonly [path: string, body: string])[] = [
  ['add?a=1&b=2', '3'],
  ['add?b=2&a=1', '3'],
  ['greet', '"Hello reader"'],
  ['greet?name=Ann', '"Hello Ann"'],
  ['greet?name=', '"Hello "'],
  ['greet?name=a%26b', '"Hello a&b"'],
  ['greet?name=a+b', '"Hello a b"'],
  ['greet?name=first&name=last', '"Hello last"'],
  ['scaled?value=1.5', '"3.0x"'],
  ['scaled?value=1.5&label=y', '"3.0y"'],
  ['scaled?value=2&times=3&label=', '"6"'],
  ['total?amounts=1', '1'],
  ['total?amounts=1&amounts=2', '3'],
  ['sum_of?amounts=%7B1,2,3%7D', '6'],
  ['sum_of?amounts=%7B%7D', 'null'],
  ['book_json?book=%7B%22title%22:%22x%22%7D', '"x"'],
  ['book_row?book=(7,seven)', '"seven"'],
  ['Odd%20Function?Some%20Arg=1', '2'],
  ['null_text', 'null'],
  ['numbers', '[1,2,3]'],
  ['several', '{"total":3,"word":"three"}'],
  ['titles?limit=2', '["The Long Rain", "Salt and Stars"]'],
  ['first_book?select=id', '{"id":1}'],
  ['first_book?select=id,year:published', '{"id":1,"year":"1988-01-15"}'],
  ['find_books?term=none', '[]'],
  ['find_books?term=a&select=id&order=id.desc&limit=2', '[{"id":5}, \n {"id":4}]'],
  ['find_books?term=a&select=id&id=in.(1,2)&order=id', '[{"id":1}, \n {"id":2}]'],
  ['find_books?term=a&select=id&or=(id.eq.1,id.eq.5)&order=id', '[{"id":1}, \n {"id":5}]'],
  ['find_books?term=a&select=price_with_tax&id=eq.1', '[{"price_with_tax":15.63}]'],
  ['sales?sold=gt.10&order=sold&limit=1', '[{"book_id":2,"sold":50}]'],
  ['sales?select=n:sold&book_id=eq.3', '[{"n":7}]'],
  ['summary?select=title&reviews=eq.0&order=title&limit=1', '[{"title":"Harbour Lights"}]'],
  ['page_of?chapter=1&line=2', '3'],
]

const unknown = (signature: string, searched: string, hint?: string) =>
  refusal('PGRST202', `Could not find the function public.${signature} in the schema cache`, {
    details: `Searched for the function public.${searched}, but no matches were found in the schema cache.`,
    ...(hint === undefined ? {} : { hint }),
  })

scenarios('rest: functions by GET', [
  ...byGet.map(([path, body]): Scenario => ({ name: body, send: `GET /rpc/${path}`, status: 200, expect: body })),
  {
    name: 'rows of no known shape',
    send: 'GET /rpc/loose',
    status: 200,
    expect: [
      { id: 1, name: 'Novel' },
      { id: 2, name: 'Travel' },
      { id: 3, name: 'Poetry' },
    ],
  },
  { name: 'a row that is not there', send: 'GET /rpc/no_row?select=id', status: 200 },
  { name: 'nothing at all', send: 'GET /rpc/do_nothing', status: 204 },
  {
    name: 'HEAD',
    send: 'HEAD /rpc/add?a=1&b=2',
    status: 200,
    answers: { 'content-type': 'application/json; charset=utf-8' },
    expect: '',
  },
  {
    name: 'HEAD of rows',
    send: 'HEAD /rpc/find_books?term=a',
    headers: { prefer: 'count=exact' },
    status: 200,
    answers: { 'content-range': '0-4/5' },
    expect: '',
  },
  {
    name: 'one object of several',
    send: 'GET /rpc/find_books?term=a',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    status: 406,
  },
  {
    name: 'one object of a value',
    send: 'GET /rpc/add?a=1&b=2',
    headers: { accept: 'application/vnd.pgrst.object+json' },
    status: 200,
    expect: '3',
  },
  {
    name: 'an argument of another type',
    send: 'GET /rpc/add?a=one&b=2',
    status: 400,
    expect: refusal('22P02', 'invalid input syntax for type integer: "one"'),
  },
  {
    name: 'a parameter too few',
    send: 'GET /rpc/add?a=1',
    status: 404,
    expect: unknown('add(a)', 'add with parameter a', 'Perhaps you meant to call the function public.add(a, b)'),
  },
  {
    name: 'a parameter too many',
    send: 'GET /rpc/add?a=1&b=2&c=3',
    status: 404,
    expect: unknown(
      'add(a, b, c)',
      'add with parameters a, b, c',
      'Perhaps you meant to call the function public.add(a, b)',
    ),
  },
  { name: 'none of its parameters', send: 'GET /rpc/add', status: 404 },
  {
    name: 'a slip of the pen',
    send: 'GET /rpc/greeet?name=x',
    status: 404,
    expect: unknown(
      'greeet(name)',
      'greeet with parameter name',
      'Perhaps you meant to call the function public.greet',
    ),
  },
  {
    name: 'nothing like it',
    send: 'GET /rpc/zzz',
    status: 404,
    expect: refusal('PGRST202', 'Could not find the function public.zzz without parameters in the schema cache', {
      details:
        'Searched for the function public.zzz without parameters, but no matches were found in the schema cache.',
    }),
  },
  {
    name: 'two that fit',
    send: 'GET /rpc/page_of?book=1',
    status: 300,
    answers: { 'proxy-status': 'PostgREST; error=PGRST203' },
    expect: refusal(
      'PGRST203',
      'Could not choose the best candidate function between: public.page_of(book => integer), public.page_of(book => text)',
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  },
  {
    name: 'two that fit, the shorter first',
    send: 'GET /rpc/mark_of?word=a',
    status: 300,
    expect: refusal(
      'PGRST203',
      'Could not choose the best candidate function between: public.mark_of(word => text), public.mark_of(word => text, shade => integer)',
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  },
  {
    name: 'parameters without names are nobody’s',
    send: 'GET /rpc/sum_up?a=1&b=2',
    status: 404,
    expect: unknown('sum_up(a, b)', 'sum_up with parameters a, b'),
  },
  { name: 'an unnamed parameter is only for POST', send: 'GET /rpc/shout?text=a', status: 404 },
  { name: 'no name', send: 'GET /rpc/', status: 404 },
  {
    name: 'a deeper path',
    send: 'GET /rpc/add/more',
    status: 404,
    expect: refusal('PGRST125', 'Invalid path specified in request URL'),
  },
  { name: 'a trigger function, a system function, a table', send: 'GET /rpc/books', status: 404 },
  ...[
    'pg_sleep?seconds=1',
    'pg_read_file?filename=x',
    'set_config?a=b',
    'lo_export?a=1',
    'current_setting?a=b',
    'version',
  ].map((call): Scenario => ({ name: 'a function of the system', send: `GET /rpc/${call}`, status: 404 })),
])
