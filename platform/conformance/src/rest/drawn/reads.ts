/** Drawn cases of reading: filters, embeds, spreads, one object, preferences. */
import { anyRefusal, asOne, json, plays, refused, singular, type Case } from './world.ts'

const items = (...ids: number[]) => ids.map((id) => ({ id }))

const relations: readonly Case[] = [
  {
    from: 'B.8',
    run: plays({
      send: 'GET /sections?select=name,child_sections(name),parent_section(name)&id=in.(1,2)',
      answers: json,
      says: [
        { name: 'All', child_sections: [{ name: 'Fiction' }, { name: 'Maps' }], parent_section: null },
        { name: 'Fiction', child_sections: [{ name: 'Crime' }], parent_section: { name: 'All' } },
      ],
    }),
  },
  {
    from: 'B.9',
    run: plays(
      { send: 'GET /games?select=*,makers!inner(*)', answers: json, says: [] },
      { send: 'GET /makers?select=*,games!inner(*)', answers: json, says: [] },
    ),
  },
  {
    from: 'B.11',
    run: plays(
      { send: 'GET /fees?select=*,bars_of(*,jane(*))', answers: json, says: [] },
      { send: 'GET /fees?select=*,bars_of(*,smiths(*,fees(*)))', answers: json, says: [] },
    ),
  },
  {
    from: 'E.6',
    run: plays(
      {
        send: 'GET /clubs?select=*,guests:visits(*,...guests(*))&limit=1',
        answers: json,
        says: [
          {
            id: 1,
            name: 'Chess',
            guests: [
              { club_id: 1, guest_id: 1, id: 1, name: 'Ida' },
              { club_id: 1, guest_id: 2, id: 2, name: 'Tom' },
            ],
          },
        ],
      },
      {
        send: 'GET /clubs?select=*,guests:visits(...guests(*))&limit=1',
        answers: json,
        says: [
          {
            id: 1,
            name: 'Chess',
            guests: [
              { id: 1, name: 'Ida' },
              { id: 2, name: 'Tom' },
            ],
          },
        ],
      },
    ),
  },
  {
    from: 'E.10',
    run: plays(
      {
        send: 'GET /workshops?select=workshop:name,...steps(name,kind_id)&id=lte.2',
        answers: json,
        says: [
          { workshop: 'Works A', name: ['Step A1', 'Step A2'], kind_id: [1, 2] },
          { workshop: 'Works B', name: ['Step B1', 'Step B2'], kind_id: [1, 1] },
        ],
      },
      {
        send: 'GET /workshops?select=workshop:name,...steps(steps:name,kinds:kind_id)&id=lte.2',
        answers: json,
        says: [
          { workshop: 'Works A', steps: ['Step A1', 'Step A2'], kinds: [1, 2] },
          { workshop: 'Works B', steps: ['Step B1', 'Step B2'], kinds: [1, 1] },
        ],
      },
    ),
  },
  {
    from: 'E.12',
    run: plays({
      send: 'GET /workshops?select=workshop:name,...steps(*)&id=lte.2&order=name',
      answers: json,
      says: [
        { workshop: 'Works A', id: [1, 2], name: ['Step A1', 'Step A2'], workshop_id: [1, 1], kind_id: [1, 2] },
        { workshop: 'Works B', id: [3, 4], name: ['Step B1', 'Step B2'], workshop_id: [2, 2], kind_id: [1, 1] },
      ],
    }),
  },
  {
    from: 'E.17',
    run: plays({
      send: 'GET /workshops?select=workshop:name,...steps(step:name,step_costs(cost))&id=lte.2',
      answers: json,
      says: [
        { workshop: 'Works A', step: ['Step A1', 'Step A2'], step_costs: [{ cost: 150 }, { cost: 200 }] },
        { workshop: 'Works B', step: ['Step B1', 'Step B2'], step_costs: [{ cost: 180 }, { cost: 70 }] },
      ],
    }),
  },
  {
    from: 'H.5',
    run: plays({
      send: 'GET /books?select=...publishers(id.count())',
      status: 400,
      answers: json,
      says: refused('PGRST123', 'Use of aggregate functions is not allowed'),
    }),
  },
]

const [low, high] = [
  { k: 'xyyx', extra: 'u' },
  { k: 'xYYx', extra: 'v' },
]
const chore = (id: number, name: string, done: boolean | null) => ({ id, name, done })

const filters: readonly Case[] = [
  { from: 'I.1', run: plays({ send: 'GET /has_count' }) },
  {
    from: 'I.12',
    run: plays(
      { send: 'GET /chores?done=is.true', answers: json, says: [chore(1, 'garbage', true)] },
      { send: 'GET /chores?done=is.false', answers: json, says: [chore(2, 'laundry', false)] },
      { send: 'GET /chores?done=is.unknown', answers: json, says: [chore(3, 'dishes', null)] },
    ),
  },
  {
    from: 'I.15',
    run: plays(
      { send: 'GET /simple_keys?k=like.*yx', says: [low] },
      { send: 'GET /simple_keys?k=like.xy*', says: [low] },
      { send: 'GET /simple_keys?k=like.*YY*', says: [high] },
    ),
  },
  { from: 'I.16', run: plays({ send: 'GET /simple_keys?k=not.like.*yx', says: [high] }) },
  {
    from: 'I.17',
    run: plays(
      { send: 'GET /simple_keys?k=ilike.xy*&order=extra.asc', answers: json, says: [low, high] },
      { send: 'GET /simple_keys?k=ilike.*YY*&order=extra.asc', answers: json, says: [low, high] },
    ),
  },
  { from: 'I.18', run: plays({ send: 'GET /simple_keys?k=not.ilike.xy*&order=extra.asc', says: '[]' }) },
  {
    from: 'I.19',
    run: plays(
      { send: 'GET /simple_keys?k=match.yx$', says: [low] },
      { send: 'GET /simple_keys?k=match.^xy', says: [low] },
      { send: 'GET /simple_keys?k=match.YY', says: [high] },
    ),
  },
  { from: 'I.22', run: plays({ send: 'GET /simple_keys?k=not.imatch.^xy&order=extra.asc', says: '[]' }) },
  {
    from: 'I.24',
    run: plays(
      {
        send: 'GET /searched?vector=fts.fun%26possible',
        answers: json,
        says: [{ vector: "'also':2 'fun':3 'possibl':8" }],
      },
      {
        send: 'GET /searched?vector=fts.impossible%7Cpossible',
        answers: json,
        says: [{ vector: "'fun':5 'imposs':9 'kind':3" }, { vector: "'also':2 'fun':3 'possibl':8" }],
      },
      {
        send: 'GET /searched?vector=fts.fun%26!possible',
        answers: json,
        says: [{ vector: "'fun':5 'imposs':9 'kind':3" }],
      },
    ),
  },
  {
    from: 'I.28',
    run: plays(
      ...['fts(french).amusant', 'plfts(french).amusant%20impossible', 'wfts(french).amusant%20impossible'].map(
        (by) => ({
          send: `GET /searched?vector=${by}`,
          answers: json,
          says: [{ vector: "'amus':5 'fair':7 'impossibl':9 'peu':4" }],
        }),
      ),
    ),
  },
  {
    from: 'I.30',
    run: plays({
      send: 'GET /searched?vector=phfts.The%20Fat%20Cats',
      answers: json,
      says: [{ vector: "'ate':3 'cat':2 'fat':1 'rat':4" }],
    }),
  },
  {
    from: 'I.35',
    run: plays({
      send: 'GET /items?order=anti_id.desc&id=lte.5',
      answers: json,
      says: items(1, 2, 3, 4, 5),
    }),
  },
]

const singles: readonly Case[] = [
  { from: 'L.1', run: plays({ send: 'GET /items?id=gt.0&id=lt.0', headers: asOne, status: 406 }) },
  {
    from: 'L.2',
    run: plays(
      ...[asOne, { accept: 'application/vnd.pgrst.object' }].map((headers) => ({
        send: 'GET /items?id=eq.5',
        headers,
        answers: singular,
        says: { id: 5 },
      })),
    ),
  },
  {
    from: 'L.4',
    run: plays({
      send: 'GET /steps_seen?id=eq.1&select=id,name,workshops(*),step_notes(id,name)',
      headers: asOne,
      answers: singular,
      says: {
        id: 1,
        name: 'Step A1',
        workshops: { id: 1, name: 'Works A' },
        step_notes: [
          { id: 1, name: 'Cut' },
          { id: 2, name: 'Fold' },
        ],
      },
    }),
  },
]

const unknown = refused('PGRST122', 'Invalid preferences given with handling=strict', 'Invalid preferences: anything')

const preferences: readonly Case[] = [
  {
    from: 'J.3',
    run: plays({
      send: 'POST /addresses?select=*',
      prefer: 'return=representation, handling=strict, anything',
      body: { id: 7, address: 'of John' },
      status: 400,
      says: unknown,
    }),
  },
  { from: 'J.5', run: plays({ send: 'GET /items', prefer: 'handling=lenient, anything' }) },
  {
    from: 'J.8',
    run: plays({
      send: 'POST /rpc/unnamed',
      headers: { 'content-type': 'application/json' },
      prefer: 'handling=lenient, anything',
      body: {},
      answers: json,
      says: 1,
    }),
  },
  {
    from: 'C.33',
    run: plays({
      send: 'POST /rpc/greet',
      headers: { accept: 'application/json' },
      body: 'sdfsdf',
      status: 400,
      says: anyRefusal,
    }),
  },
]

export const readCases: readonly Case[] = [...relations, ...filters, ...singles, ...preferences]
