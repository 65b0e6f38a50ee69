/** Cases that were drawn by tests: media types, schemas, writes. */
import { expect } from 'vitest'

import { anyRefusal, json, plays, refused, type Case } from './world.ts'

const octets = { 'content-type': 'application/octet-stream' }
const rows = { 'content-type': 'shop/rows' }
const names = { accept: 'application/vnd.shop.names' }

const media: readonly Case[] = [
  {
    from: 'Q.4',
    run: plays({
      send: 'GET /workshops?id=in.(1,2)&order=id',
      headers: { accept: 'shop/rows' },
      answers: { ...rows, 'content-length': '28' },
      says: '(1,"Works A")\n(2,"Works B")\n',
    }),
  },
  {
    from: 'Q.5',
    run: plays({
      send: 'GET /steps?id=in.(1,2)&select=id,name&order=id',
      headers: { accept: 'shop/rows' },
      answers: rows,
      says: '(1,"Step A1")\n(2,"Step A2")\n',
    }),
  },
  { from: 'Q.11', run: plays({ send: 'GET /genres?select=name,id', headers: names, status: 406 }) },
  { from: 'Q.12', run: plays({ send: 'GET /genres?select=id,name', headers: names, status: 406 }) },
  {
    from: 'Q.14',
    run: plays(
      ...['app/bingo', 'text/bango', 'image/boingo'].map((accept) => ({
        send: 'GET /rpc/any_type',
        headers: { accept },
        answers: octets,
        says: 'any',
      })),
    ),
  },
  {
    from: 'Q.16',
    run: plays(
      ...['chico', 'harpo'].map((name) => ({
        send: 'GET /rpc/some_types',
        headers: { accept: `app/${name}` },
        answers: { 'content-type': `app/${name}` },
        says: name,
      })),
      { send: 'GET /rpc/some_types', headers: { accept: 'text/csv' }, status: 406 },
    ),
  },
  {
    from: 'Q.19',
    run: plays({
      send: 'GET /items',
      headers: { accept: 'undefined' },
      status: 406,
      says: refused('PGRST107', 'None of these media types are available: undefined'),
    }),
  },
]

const second = { 'content-profile': 'archive' }
const described = (columns: object) => ({
  type: 'object',
  required: ['id'],
  properties: {
    id: { description: 'Note:\nThis is a Primary Key.<pk/>', format: 'integer', type: 'integer' },
    ...columns,
  },
})
const text = { format: 'text', type: 'string' }

const describes = (table: string, definition: object, profile: string, headers: Record<string, string> = {}) =>
  plays({
    send: 'GET /',
    headers,
    answers: { 'content-profile': profile },
    says: expect.objectContaining({ definitions: expect.objectContaining({ [table]: definition }) }),
  })

const schemas: readonly Case[] = [
  {
    from: 'R.1',
    run: plays({
      send: 'POST /rpc/parents_below?select=id,name',
      headers: second,
      body: { id: '6' },
      answers: { ...json, ...second },
      says: [
        { id: 3, name: 'parent 3' },
        { id: 4, name: 'parent 4' },
      ],
    }),
  },
  {
    from: 'R.2',
    run: plays({
      send: 'GET /rpc/plain_text',
      headers: { 'accept-profile': 'archive', accept: 'text/plain' },
      answers: { 'content-type': 'text/plain; charset=utf-8', ...second },
      says: 'plain',
    }),
  },
  {
    from: 'R.3',
    run: plays({
      send: 'GET /rpc/special_text',
      headers: { 'accept-profile': 'archive', accept: 'text/special' },
      answers: { 'content-type': 'text/special', ...second },
      says: 'special',
    }),
  },
  { from: 'R.8', run: describes('parents', described({ name: text }), 'public') },
  { from: 'R.9', run: describes('parents', described({ name: text }), 'public', { 'accept-profile': 'public' }) },
  {
    from: 'R.11',
    run: describes('other_things', described({ another_value: text }), 'archive', { 'accept-profile': 'archive' }),
  },
]

const returned = 'return=representation'
const csv = { 'content-type': 'text/csv', accept: 'text/csv' }
const chores = [
  { id: 204, name: 'yyy' },
  { id: 205, name: 'zzz' },
]
const typed = { 'content-type': 'application/json' }

const writes: readonly Case[] = [
  {
    from: 'S.6',
    run: plays({
      send: 'POST /chores?columns=',
      headers: typed,
      body: chores,
      status: 400,
      says: refused(
        'PGRST100',
        '"failed to parse columns parameter ()" (line 1, column 1)',
        'unexpected end of input expecting field name (* or [a..z0..9_$])',
      ),
    }),
  },
  {
    from: 'S.7',
    run: plays({
      send: 'POST /chores?columns=helicopter',
      headers: typed,
      body: chores,
      status: 400,
      says: refused('PGRST204', "Could not find the 'helicopter' column of 'chores' in the schema cache"),
    }),
  },
  {
    from: 'S.9',
    run: plays({
      send: 'POST /chores?columns=id,name',
      headers: typed,
      body: [chores[0], 333, 'asdf', chores[1]],
      status: 400,
      says: anyRefusal,
    }),
  },
  {
    from: 'S.12',
    run: plays({
      send: 'POST /json_twice?columns=id,data',
      headers: typed,
      prefer: `${returned}, missing=default`,
      body: '{ "data": { "a": 1, "a": 2 }, "id": 3 }',
      status: 201,
      answers: { 'preference-applied': 'missing=default, return=representation' },
      says: '[{"id":3,"data":{"a": 2}}]',
    }),
  },
  {
    from: 'S.15',
    run: plays({
      send: 'POST /evil_friends?columns=id,name',
      headers: typed,
      prefer: `${returned}, missing=default`,
      body: { name: 'Lu' },
      status: 201,
      answers: { 'preference-applied': 'missing=default, return=representation' },
      says: [{ id: 666, name: 'Lu' }],
    }),
  },
  {
    from: 'S.20',
    run: plays({
      send: 'POST /loose_rows',
      headers: csv,
      prefer: returned,
      body: 'a,b\nbar,baz',
      status: 201,
      answers: { 'content-type': 'text/csv; charset=utf-8' },
      says: 'a,b\nbar,baz',
    }),
  },
  {
    from: 'S.23',
    run: plays({
      send: 'POST /loose_rows',
      headers: { 'content-type': 'text/csv' },
      body: 'a,b\nfoo,bar\nbaz',
      status: 400,
      answers: json,
      says: refused('PGRST102', 'All lines must have same number of fields'),
    }),
  },
  {
    from: 'S.26',
    run: plays({
      send: 'POST /limited_stars?select=article_id,user_id',
      headers: typed,
      prefer: returned,
      body: { article_id: 2, user_id: 1 },
      status: 201,
      says: [{ article_id: 2, user_id: 1 }],
    }),
  },
]

export const testWrites: readonly Case[] = [...media, ...schemas, ...writes]
