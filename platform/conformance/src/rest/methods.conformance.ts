import { refusal, type Scenario, scenarios } from './scenario.ts'
import type { Person } from './target.ts'

/** What OPTIONS says to whom. */
const allowed: readonly (readonly [path: string, person: Person, allow: string])[] = [
  ['', 'visitor', 'OPTIONS,GET,HEAD'],
  ['books', 'visitor', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['books', 'shopkeeper', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['notes', 'shopkeeper', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
  ['members', 'visitor', 'OPTIONS'],
  ['members', 'ada', 'OPTIONS,GET,HEAD,POST,PUT,PATCH'],
  ['members', 'shopkeeper', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['secrets', 'ada', 'OPTIONS'],
  ['sealed', 'visitor', 'OPTIONS,GET,HEAD'],
  ['sealed', 'ada', 'OPTIONS,GET,HEAD,POST,PUT,PATCH'],
  ['printed_books', 'shopkeeper', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['counted', 'shopkeeper', 'OPTIONS,GET,HEAD'],
  ['titles_kept', 'shopkeeper', 'OPTIONS,GET,HEAD'],
  ['rpc/add', 'visitor', 'OPTIONS,GET,HEAD,POST'],
  ['rpc/find_books', 'visitor', 'OPTIONS,GET,HEAD,POST'],
  ['rpc/raise_price', 'visitor', 'OPTIONS,POST'],
  ['rpc/page_of', 'visitor', 'OPTIONS,GET,HEAD,POST'],
  ['rpc/hidden_sum', 'visitor', 'OPTIONS'],
  ['rpc/hidden_sum', 'shopkeeper', 'OPTIONS,GET,HEAD,POST'],
]

const noMethod = (method: string) => refusal('PGRST117', `Unsupported HTTP method: ${method}`)

scenarios('rest: methods', [
  ...allowed.map(([path, person, allow]): Scenario => ({
    name: `${person} may ${allow}`,
    as: person,
    send: `OPTIONS /${path}`,
    status: 200,
    answers: { allow },
    expect: '',
  })),
  { name: 'of a table that is not there', send: 'OPTIONS /bookz', status: 404 },
  { name: 'of a function that is not there', send: 'OPTIONS /rpc/nothing', status: 404 },
  { name: 'a write to the root', send: 'POST /', body: {}, status: 405, expect: noMethod('POST') },
  { name: 'a delete of the root', send: 'DELETE /', status: 405, expect: noMethod('DELETE') },
  {
    name: 'a put to a function',
    send: 'PUT /rpc/add',
    body: {},
    status: 405,
    answers: { 'proxy-status': 'PostgREST; error=PGRST101' },
    expect: refusal('PGRST101', 'Cannot use the PUT method on RPC'),
  },
  {
    name: 'a delete of a function',
    send: 'DELETE /rpc/add',
    status: 405,
    expect: refusal('PGRST101', 'Cannot use the DELETE method on RPC'),
  },
  {
    name: 'an insert into a view of totals',
    as: 'shopkeeper',
    send: 'POST /counted',
    body: { publisher_id: 1, books: 1 },
    status: 500,
  },
  { name: 'a change of a table that is only read', send: 'POST /sealed', body: { id: 1 }, status: 401 },
  { name: 'a table that may not be deleted from', as: 'ada', send: 'DELETE /sealed?id=eq.1', status: 403 },
  {
    name: 'a function that may not be called',
    send: 'POST /rpc/hidden_sum',
    status: 401,
    answers: { 'www-authenticate': 'Bearer' },
    expect: refusal('42501', 'permission denied for function hidden_sum'),
  },
  { name: 'a function that may not be called, signed in', as: 'ada', send: 'GET /rpc/hidden_sum', status: 403 },
  {
    name: 'the root',
    send: 'GET /',
    status: 200,
    answers: { 'content-type': 'application/openapi+json; charset=utf-8' },
  },
  { name: 'the head of the root', send: 'HEAD /', status: 200, expect: '' },
  { name: 'the root in a type it has not', send: 'GET /', headers: { accept: 'text/csv' }, status: 406 },
  { name: 'the root of another schema', send: 'GET /', headers: { 'accept-profile': 'archive' }, status: 200 },
  {
    name: 'the root of a schema that is not exposed',
    send: 'GET /',
    headers: { 'accept-profile': 'auth' },
    status: 406,
  },
])

const notExposed = (schema: string) =>
  refusal('PGRST106', `Invalid schema: ${schema}`, { hint: 'Only the following schemas are exposed: public, archive' })

scenarios('rest: schemas', [
  {
    name: 'the second schema',
    send: 'GET /ledgers?select=id',
    headers: { 'accept-profile': 'archive' },
    status: 200,
    answers: { 'content-profile': 'archive' },
    expect: [{ id: 1 }],
  },
  {
    name: 'the first schema by name',
    send: 'GET /genres?id=eq.1',
    headers: { 'accept-profile': 'public' },
    status: 200,
    answers: { 'content-profile': 'public' },
  },
  { name: 'no schema named', send: 'GET /genres?id=eq.1', status: 200, answers: { 'content-profile': null } },
  {
    name: 'a write into the second schema',
    as: 'shopkeeper',
    send: 'POST /ledgers?select=id',
    headers: { 'content-profile': 'archive', prefer: 'return=representation' },
    body: { id: 2, year: 2000 },
    status: 201,
    answers: { 'content-profile': 'archive' },
    expect: [{ id: 2 }],
  },
  {
    name: 'the other header means nothing to a read',
    send: 'GET /genres?id=eq.1',
    headers: { 'content-profile': 'archive' },
    status: 200,
  },
  {
    name: 'the other header means nothing to a write',
    as: 'shopkeeper',
    send: 'DELETE /ledgers?id=eq.2',
    headers: { 'accept-profile': 'archive' },
    status: 404,
  },
  {
    name: 'a delete in the second schema',
    as: 'shopkeeper',
    send: 'DELETE /ledgers?id=eq.2',
    headers: { 'content-profile': 'archive' },
    status: 204,
  },
  {
    name: 'a function of the second schema',
    send: 'GET /rpc/oldest',
    headers: { 'accept-profile': 'archive' },
    status: 200,
    expect: '1999',
  },
  {
    name: 'a function of the second schema by POST',
    send: 'POST /rpc/oldest',
    headers: { 'content-profile': 'archive' },
    status: 200,
    expect: '1999',
  },
  { name: 'a table of the other schema', send: 'GET /ledgers', status: 404 },
  {
    name: 'a schema that is not exposed',
    send: 'GET /users',
    headers: { 'accept-profile': 'auth' },
    status: 406,
    expect: notExposed('auth'),
  },
  {
    name: 'a schema that is not exposed, written',
    send: 'POST /users',
    headers: { 'content-profile': 'auth' },
    body: {},
    status: 406,
    expect: notExposed('auth'),
  },
  {
    name: 'the catalogue',
    send: 'GET /pg_class',
    headers: { 'accept-profile': 'pg_catalog' },
    status: 406,
    expect: notExposed('pg_catalog'),
  },
  { name: 'a schema in the path', send: 'GET /archive.ledgers', status: 404 },
  { name: 'a schema in a quoted path', send: 'GET /%22archive%22.%22ledgers%22', status: 404 },
])
