/** Drawn cases of writing. */
import { asOne, form, json, nothing, plays, refused, singular, type Case } from './world.ts'

const headersOnly = (location: string) => ({
  ...nothing,
  location,
  'content-range': '*/*',
  'preference-applied': 'return=headers-only',
})
const party = { name: 'party', hue: '#001100', due: '2018-01-03T11:00:00+00' }

const represented: readonly Case[] = [
  {
    from: 'A.6',
    run: plays({
      send: 'POST /racers_patrons',
      prefer: 'return=headers-only',
      body: { id: 1 },
      status: 201,
      answers: headersOnly('/racers_patrons?id=eq.1&patron_id=is.null'),
      says: '',
    }),
  },
  {
    from: 'A.10',
    run: plays({
      send: 'POST /todos?columns=id,hue&select=id,name,hue,due',
      prefer: 'return=representation',
      body: { ...party, id: 5, due: 'invalid but should be ignored' },
      status: 201,
      answers: { ...json, 'content-range': '*/*' },
      says: [{ id: 5, name: null, hue: '#001100', due: '2018-01-01T00:00:00Z' }],
    }),
  },
  {
    from: 'A.11',
    run: plays({
      send: 'POST /todos?columns=id,hue,helicopters&select=id,name,hue,due',
      prefer: 'return=representation',
      body: { due: '2019-01-03T11:00:00+00', smth: 'here', hue: 'invalid', fake_id: 13 },
      status: 400,
      answers: json,
      says: refused('PGRST204', "Could not find the 'helicopters' column of 'todos' in the schema cache"),
    }),
  },
  {
    from: 'A.12',
    run: plays({
      send: 'POST /todos_seen',
      prefer: 'return=headers-only',
      body: { ...party, id: 6 },
      status: 201,
      answers: headersOnly('/todos_seen?id=eq.6'),
      says: '',
    }),
  },
]

const animal = { double: 2.5, varchar: 'testing!', boolean: false, date: '1900-01-01', money: '$3.99', enum: 'foo' }

const inserts: readonly Case[] = [
  {
    from: 'M.2',
    run: plays({
      send: 'POST /zoo?select=integer,varchar',
      prefer: 'return=representation',
      body: [{ integer: 14, ...animal }],
      status: 201,
      answers: { ...json, 'preference-applied': 'return=representation' },
      says: [{ integer: 14, varchar: 'testing!' }],
    }),
  },
  {
    from: 'M.3',
    run: plays(
      { send: 'POST /zoo?select=integer,varchar', body: [{ integer: 15, ...animal }], status: 201, answers: nothing },
      {
        send: 'POST /zoo?select=integer,varchar',
        prefer: 'return=minimal',
        body: [{ integer: 16, ...animal }],
        status: 201,
        answers: { ...nothing, 'preference-applied': 'return=minimal' },
        says: '',
      },
    ),
  },
  {
    from: 'M.7',
    run: plays({
      send: 'POST /steps?select=sId:id::text,sName:name,wId:workshop_id::text',
      prefer: 'return=representation',
      body: { id: 7, name: 'New step', workshop_id: 2 },
      status: 201,
      answers: { ...json, location: null, 'content-range': '*/*', 'preference-applied': 'return=representation' },
      says: [{ sId: '7', sName: 'New step', wId: '2' }],
    }),
  },
  {
    from: 'M.10',
    run: plays({
      send: 'POST /car_models',
      prefer: 'return=headers-only',
      body: { name: 'Enzo', year: 2021 },
      status: 201,
      answers: headersOnly('/car_models?name=eq.Enzo&year=eq.2021'),
      says: '',
    }),
  },
  {
    from: 'M.11',
    run: plays({
      send: 'POST /steps?select=name,workshop_id',
      body: { id: 12, name: 'New step', workshop_id: 2 },
      status: 201,
      answers: { ...nothing, location: null },
      says: '',
    }),
  },
  {
    from: 'M.13',
    run: plays({
      send: 'POST /counting',
      prefer: 'return=headers-only',
      body: { word: 'not null' },
      status: 201,
      answers: { ...nothing, location: '/counting?id=eq.1', 'preference-applied': 'return=headers-only' },
      says: '',
    }),
  },
  {
    from: 'M.14',
    run: plays({
      send: 'POST /simple_keys',
      body: { extra: 'foo' },
      status: 400,
      answers: json,
      says: refused(
        '23502',
        'null value in column "k" of relation "simple_keys" violates not-null constraint',
        'Failing row contains (null, foo).',
      ),
    }),
  },
  {
    from: 'M.18',
    run: plays({
      send: 'POST /loose_rows',
      prefer: 'return=representation',
      body: { a: null, b: 'foo' },
      status: 201,
      answers: { location: null },
      says: [{ a: null, b: 'foo' }],
    }),
  },
  {
    from: 'M.22',
    run: plays({
      send: 'POST /simple_keys',
      body: '',
      status: 400,
      answers: json,
      says: refused('PGRST102', 'Empty or invalid json'),
    }),
  },
  {
    from: 'M.26',
    run: plays({
      send: 'POST /json_rows',
      prefer: 'return=representation',
      body: { data: { foo: 'bar' } },
      status: 201,
      says: [{ data: { foo: 'bar' } }],
    }),
  },
  {
    from: 'M.28',
    run: plays(
      { send: 'POST /items', body: {}, status: 201, answers: nothing, says: '' },
      { send: 'POST /items', body: [{}], status: 201, says: '' },
    ),
  },
]

const rows = (count: number) =>
  refused('PGRST116', 'Cannot coerce the result to a single JSON object', `The result contains ${count} rows`)

const notOne = (count: number) => ({ headers: asOne, status: 406, answers: json, says: rows(count) })

const singles: readonly Case[] = [
  {
    from: 'L.5',
    run: plays({
      send: 'PATCH /addresses?id=eq.1',
      headers: asOne,
      prefer: 'return=representation',
      body: { address: 'B Street' },
      answers: singular,
      says: { id: 1, address: 'B Street' },
    }),
  },
  {
    from: 'L.10',
    run: plays({
      ...notOne(0),
      send: 'PATCH /items?id=gt.0&id=lt.0',
      prefer: 'return=representation',
      body: { id: 1 },
    }),
  },
  {
    from: 'L.13',
    run: plays(
      {
        ...notOne(2),
        send: 'POST /addresses',
        prefer: 'tx=commit',
        body: [
          { id: 200, address: 'xxx' },
          { id: 201, address: 'yyy' },
        ],
      },
      { send: 'GET /addresses?id=eq.200', says: '[]' },
    ),
  },
  {
    from: 'L.14',
    run: plays(
      {
        ...notOne(2),
        send: 'POST /addresses',
        prefer: 'tx=commit, return=representation',
        body: [
          { id: 202, address: 'xxx' },
          { id: 203, address: 'yyy' },
        ],
      },
      { send: 'GET /addresses?id=eq.202', says: '[]' },
    ),
  },
  {
    from: 'L.17',
    run: plays({ ...notOne(0), send: 'POST /addresses', prefer: 'return=representation', body: [] }),
  },
  {
    from: 'L.18',
    run: plays({
      send: 'DELETE /items?id=eq.11',
      headers: asOne,
      prefer: 'return=representation',
      says: '{"id":11}',
    }),
  },
  { from: 'L.22', run: plays({ ...notOne(0), send: 'DELETE /items?id=lt.0' }) },
  { from: 'L.24', run: plays({ ...notOne(0), send: 'POST /rpc/publisher_of', body: { id: 9_999_999 } }) },
]

const deletes: readonly Case[] = [
  {
    from: 'F.1',
    run: plays({
      // Another case removes the eleventh.
      send: 'DELETE /items?id=lt.15&id=neq.11',
      prefer: 'handling=strict, max-affected=10',
      status: 400,
      says: refused('PGRST124', 'Query result exceeds max-affected preference constraint', 'The query affects 13 rows'),
    }),
  },
  {
    from: 'F.4',
    run: plays({
      send: 'DELETE /languages?name=eq.Java',
      prefer: 'handling=strict, max-affected=1',
      body: [{ name: 'Java', rank: 19 }],
      status: 204,
      answers: { 'preference-applied': 'handling=strict, max-affected=1' },
      says: '',
    }),
  },
  {
    from: 'G.4',
    run: plays({
      send: 'DELETE /shaped_items?id=eq.2&select=id,name',
      prefer: 'return=representation',
      answers: { 'content-range': '*/*' },
      says: [{ id: 2, name: 'Two' }],
    }),
  },
  {
    from: 'N.13',
    run: plays({ send: 'POST /rpc/words_of', headers: form, body: 'v=hi&v=there', says: ['hi', 'there'] }),
  },
]

export const writeCases: readonly Case[] = [...represented, ...inserts, ...singles, ...deletes]
