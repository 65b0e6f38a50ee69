import { refusal, type Scenario, scenarios } from '../scenario.ts'

const path = (text: string): Scenario['send'] => `GET /${text}`

const noRelation = (origin: string, target: string, more: { using?: string; hint?: string; schema?: string } = {}) =>
  refusal('PGRST200', `Could not find a relationship between '${origin}' and '${target}' in the schema cache`, {
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${more.using === undefined ? '' : ` using the hint '${more.using}'`} in the schema '${more.schema ?? 'public'}', but no matches were found.`,
    ...(more.hint === undefined ? {} : { hint: more.hint }),
  })

scenarios('rest: embeds that cannot be', [
  {
    name: 'nothing of the kind',
    send: 'GET /books?select=unloved(word)',
    status: 400,
    expect: noRelation('books', 'unloved'),
  },
  {
    name: 'a slip of the pen',
    send: 'GET /books?select=publishrs(id)',
    status: 400,
    expect: noRelation('books', 'publishrs', { hint: "Perhaps you meant 'publishers' instead of 'publishrs'." }),
  },
  {
    name: 'a hint that leads nowhere',
    send: 'GET /books?select=publishers!nope(id)',
    status: 400,
    expect: noRelation('books', 'publishers', { using: 'nope' }),
  },
  {
    name: 'another schema',
    send: 'GET /books?select=ledgers(id)',
    status: 400,
    expect: noRelation('books', 'ledgers', { hint: "Perhaps you meant 'covers' instead of 'ledgers'." }),
  },
  { name: 'a schema in the name', send: 'GET /books?select=archive.ledgers(id)', status: 400 },
  {
    name: 'within an embed',
    send: 'GET /publishers?select=books(unloved(word))',
    status: 400,
    expect: noRelation('books', 'unloved'),
  },
  {
    name: 'two ways',
    send: 'GET /books?select=authors(name)',
    status: 300,
    answers: { 'proxy-status': 'PostgREST; error=PGRST201' },
    expect: refusal(
      'PGRST201',
      "Could not embed because more than one relationship was found for 'books' and 'authors'",
      {
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'books with authors',
            relationship: 'books_editor_fkey using books(editor_id) and authors(id)',
          },
        ],
        hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_fkey'. Find the desired relationship in the 'details' key.",
      },
    ),
  },
  {
    name: 'two ways back',
    send: 'GET /authors?select=books(title)',
    status: 300,
    expect: refusal(
      'PGRST201',
      "Could not embed because more than one relationship was found for 'authors' and 'books'",
      {
        details: [
          {
            cardinality: 'one-to-many',
            embedding: 'authors with books',
            relationship: 'books_author_id_fkey using authors(id) and books(author_id)',
          },
          {
            cardinality: 'one-to-many',
            embedding: 'authors with books',
            relationship: 'books_editor_fkey using authors(id) and books(editor_id)',
          },
        ],
        hint: "Try changing 'books' to one of the following: 'books!books_author_id_fkey', 'books!books_editor_fkey'. Find the desired relationship in the 'details' key.",
      },
    ),
  },
  {
    name: 'junctions that are views',
    send: 'GET /clubs?select=guests(name)',
    status: 300,
    expect: refusal(
      'PGRST201',
      "Could not embed because more than one relationship was found for 'clubs' and 'guests'",
      {
        details: ['late_visits', 'visit_pairs', 'visits'].map((junction) => ({
          cardinality: 'many-to-many',
          embedding: 'clubs with guests',
          relationship: `${junction} using visits_club_id_fkey(club_id) and visits_guest_id_fkey(guest_id)`,
        })),
        hint: "Try changing 'guests' to one of the following: 'guests!late_visits', 'guests!visit_pairs', 'guests!visits'. Find the desired relationship in the 'details' key.",
      },
    ),
  },
  {
    name: 'a key that a view shows twice',
    send: 'GET /visit_pairs?select=clubs(name)',
    status: 300,
    expect: refusal(
      'PGRST201',
      "Could not embed because more than one relationship was found for 'visit_pairs' and 'clubs'",
      {
        details: ['club_id', 'host_id'].map((column) => ({
          cardinality: 'many-to-one',
          embedding: 'visit_pairs with clubs',
          relationship: `visits_club_id_fkey using visit_pairs(${column}) and clubs(id)`,
        })),
        hint: "Try changing 'clubs' to one of the following: 'clubs!visits_club_id_fkey', 'clubs!visits_club_id_fkey'. Find the desired relationship in the 'details' key.",
      },
    ),
  },
  {
    name: 'a table that is related to nothing',
    send: 'GET /visit_log?select=clubs(name)',
    status: 400,
    expect: noRelation('visit_log', 'clubs', { hint: "Perhaps you meant 'visits' instead of 'visit_log'." }),
  },
  {
    name: 'an order by children',
    send: 'GET /publishers?select=id,books(id)&order=books(title)',
    status: 400,
    expect: refusal('PGRST118', "A related order on 'books' is not possible", {
      details: "'publishers' and 'books' do not form a many-to-one or one-to-one relationship",
    }),
  },
  {
    name: 'an order by what is not embedded',
    send: 'GET /books?order=publishers(name)',
    status: 400,
    expect: refusal('PGRST108', "'publishers' is not an embedded resource in this request", {
      hint: "Verify that 'publishers' is included in the 'select' query parameter.",
    }),
  },
  { name: 'a filter on what is not embedded', send: 'GET /books?select=id&covers.colour=eq.x', status: 400 },
  { name: 'a limit of what is not embedded', send: 'GET /books?select=id&covers.limit=1', status: 400 },
  { name: 'an order of what is not embedded', send: 'GET /books?select=id&covers.order=colour', status: 400 },
  { name: 'a tree of what is not embedded', send: 'GET /books?select=id&covers.or=(colour.eq.x)', status: 400 },
  {
    name: 'a filter two levels down on what is not embedded',
    send: 'GET /publishers?select=id,books(id)&books.covers.colour=eq.x',
    status: 400,
  },
  ...['eq.1', 'gt.1', 'in.(1)', 'is.true', 'like.*', 'fts.x'].map((filter) => ({
    name: 'an operator on an embed',
    send: path(`books?select=id,covers()&covers=${filter}`),
    status: 400,
    expect: refusal('PGRST120', "Bad operator on the 'covers' embedded resource", {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    }),
  })),
  { name: 'an unknown column of an embed', send: 'GET /books?select=publishers(nope)', status: 400 },
  {
    name: 'an unknown column',
    send: 'GET /books?select=nope',
    status: 400,
    expect: refusal('42703', 'column books.nope does not exist'),
  },
  {
    name: 'an unknown column in a filter',
    send: 'GET /books?nope=eq.1',
    status: 400,
    expect: refusal('42703', 'column books.nope does not exist'),
  },
  {
    name: 'an unknown column in an order',
    send: 'GET /books?order=nope',
    status: 400,
    expect: refusal('42703', 'column books.nope does not exist'),
  },
  {
    name: 'a hidden column of an embed',
    as: 'ada',
    send: 'GET /members?select=id,email',
    status: 403,
    expect: refusal('42501', 'permission denied for table members'),
  },
])
