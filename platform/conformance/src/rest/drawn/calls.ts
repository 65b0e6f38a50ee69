/** Drawn cases of functions. */
import { anyRefusal, form, json, nothing, plays, refused, type Case } from './world.ts'

const star = { id: 2, pieceStars: [{ readerId: 3 }] }
const north = { id: 1, name: 'North Press', country: 'NO' }
const harbour = { id: 2, name: 'Harbour Books', country: 'PT' }

const returned: readonly Case[] = [
  {
    from: 'C.1',
    run: plays(
      { send: 'POST /rpc/single_piece?select=id,pieceStars(readerId)', body: { id: 2 }, says: star },
      { send: 'GET /rpc/single_piece?id=2&select=id,pieceStars(readerId)', says: star },
    ),
  },
  {
    from: 'C.6',
    run: plays(
      { send: 'POST /rpc/no_rows', body: {}, answers: json, says: [] },
      { send: 'GET /rpc/no_rows', answers: json, says: [] },
    ),
  },
  {
    from: 'C.13',
    run: plays({ send: 'POST /rpc/range_of', body: { low: 10, up: 20 }, answers: json, says: '"[10,20)"' }),
  },
  { from: 'C.17', run: plays({ send: 'POST /rpc/place_here', body: {}, says: { x: 10, y: 5 } }) },
  { from: 'C.19', run: plays({ send: 'POST /rpc/do_nothing', body: {}, status: 204, answers: nothing, says: '' }) },
  {
    from: 'C.21',
    run: plays(
      { send: 'POST /rpc/one_publisher', body: '', says: north },
      { send: 'POST /rpc/one_publisher_by', body: { id: 1, name: 'North%' }, says: north },
    ),
  },
  {
    from: 'C.22',
    run: plays(
      { send: 'POST /rpc/two_publishers', body: '', says: [north, harbour] },
      { send: 'POST /rpc/two_publishers_by', body: { id: 2, name: '%o%' }, says: [north, harbour] },
    ),
  },
  { from: 'C.23', run: plays({ send: 'POST /rpc/place_at', body: { x: 1, y: 2 }, says: { x: 1, y: 2 } }) },
  {
    from: 'C.41',
    run: plays(
      { send: 'POST /rpc/test', body: {}, answers: json, says: [{ test: 'hello', value: 1 }] },
      { send: 'GET /rpc/test', answers: json, says: [{ test: 'hello', value: 1 }] },
    ),
  },
  { from: 'N.1', run: plays({ send: 'GET /rpc/plus_one?num=2', says: { num: 3 } }) },
  {
    from: 'N.2',
    run: plays({ send: 'GET /rpc/three_out', says: { my_json: { a: 1, b: 'two' }, num: 3, str: 'four' } }),
  },
  {
    from: 'N.49',
    run: plays({
      send: 'GET /rpc/welcome.xml',
      headers: { accept: 'text/xml' },
      answers: { 'content-type': 'text/xml; charset=utf-8' },
      says: '<shop><h1>Come in</h1></shop>',
    }),
  },
]

const varied = { double: 3.1, varchar: 'hello', boolean: true, date: '2019-01-01', money: '$0.00', enum: 'foo' }

const given: readonly Case[] = [
  {
    from: 'C.27',
    run: plays({
      send: 'GET /rpc/varied?double=3.1&varchar=hello&boolean=true&date=20190101&money=0&enum=foo&arr=%7Ba,b,c%7D&integer=43',
      answers: json,
      says: { ...varied, arr: ['a', 'b', 'c'], integer: 43, json: {}, jsonb: {} },
    }),
  },
  { from: 'C.39', run: plays({ send: 'POST /rpc/null_text', body: '', answers: json, says: 'null' }) },
  { from: 'N.14', run: plays({ send: 'GET /rpc/greet?name=ignored&name=world', says: '"Hello world"' }) },
  { from: 'N.28', run: plays({ send: 'POST /rpc/by_form', headers: form, body: 'a=1&b=2', says: '3' }) },
  { from: 'N.29', run: plays({ send: 'POST /rpc/by_form', headers: form, body: 'a=1&b=2&c=3', says: '"123"' }) },
  { from: 'N.34', run: plays({ send: 'POST /rpc/greet?name=John', body: { name: 'John' }, status: 400 }) },
  {
    from: 'N.35',
    run: plays({
      send: 'POST /rpc/greet?columns=name',
      body: { name: 'John', smth: 'here', other: 'stuff', fake_id: 13 },
      answers: json,
      says: '"Hello John"',
    }),
  },
  {
    from: 'N.37',
    run: plays({
      send: 'POST /rpc/setting_of',
      headers: { 'custom-header': 'test' },
      body: { prefix: 'request.headers', name: 'custom-header' },
      answers: json,
      says: '"test"',
    }),
  },
  {
    from: 'N.43',
    async run(target) {
      const authorization = `Bearer ${await target.tokenOf('ada')}`
      const body = { prefix: 'request.headers', name: 'authorization' }
      await plays({
        send: 'POST /rpc/setting_of',
        headers: { authorization },
        body,
        says: JSON.stringify(authorization),
      })(target)
    },
  },
  {
    from: 'N.44',
    run: plays({ send: 'POST /rpc/setting_of', body: { name: 'request.method' }, says: '"POST"' }),
  },
]

const failures: readonly Case[] = [
  { from: 'C.34', run: plays({ send: 'POST /rpc/fail_plain', body: '{}', status: 400, says: anyRefusal }) },
  { from: 'C.35', run: plays({ send: 'POST /rpc/assert_nothing', body: '{}', status: 500, says: anyRefusal }) },
  {
    from: 'C.36',
    run: plays({
      send: 'DELETE /rpc/greet',
      status: 405,
      answers: json,
      says: refused('PGRST101', 'Cannot use the DELETE method on RPC'),
    }),
  },
  {
    from: 'N.17',
    run: plays({
      send: 'GET /rpc/fail_payment',
      status: 402,
      answers: json,
      says: refused('PT402', 'Payment required', 'no money', 'earn'),
    }),
  },
]

export const callCases: readonly Case[] = [...returned, ...given, ...failures]
