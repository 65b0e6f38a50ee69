/** Cases that were drawn by tests, not by pages: reads, functions, media types, schemas and writes. */
import { expect } from 'vitest'

import type { RestTarget } from '../target.ts'
import { json, plays, refused, type Case } from './world.ts'

const none = { answers: json, says: [] }

const reads: readonly Case[] = [
  {
    from: 'O.1',
    run: plays(
      { send: 'GET /Wei;rd', answers: json, says: [1, 2, 3, 4, 5].map((id) => ({ 'odd Id Column': id })) },
      { send: 'GET /ghostShelves', answers: json, says: [1, 3, 5].map((shelfId) => ({ shelfId })) },
    ),
  },
  {
    from: 'O.3',
    run: plays({
      send: 'GET /Wei;rd?select=ghostShelves(*)',
      answers: json,
      says: [1, 2, 3, 4, 5].map((id) => ({ ghostShelves: id % 2 === 1 ? [{ shelfId: id }] : [] })),
    }),
  },
  {
    from: 'O.12',
    run: plays({
      send: String.raw`GET /quoted_names?name=in.("Double\"Quote\"Name\"")`,
      answers: json,
      says: [{ name: 'Double"Quote"Name"' }],
    }),
  },
  {
    from: 'O.16',
    run: plays(
      { send: String.raw`GET /quoted_names?name=in.(\)`, answers: json, says: [{ name: '\\' }] },
      {
        send: String.raw`GET /quoted_names?name=in.(/\Slash/\Beast/\)`,
        answers: json,
        says: [{ name: String.raw`/\Slash/\Beast/` + '\\' }],
      },
    ),
  },
  { from: 'O.19', run: plays({ send: 'GET /typed_rows?bool_data=in.()', ...none }) },
  { from: 'O.22', run: plays({ send: 'GET /typed_rows?date_data=in.()', ...none }) },
  { from: 'O.24', run: plays({ send: 'GET /typed_rows?time_data=in.()', ...none }) },
  {
    from: 'O.25',
    run: plays({ send: 'GET /typed_rows?int_data=not.in.()&select=int_data', answers: json, says: [{ int_data: 1 }] }),
  },
  {
    from: 'O.28',
    run: plays({
      send: 'GET /being?select=*,descendant(*)&limit=1',
      answers: json,
      says: [{ being: 1, descendant: [1, 2, 3].map((descendant) => ({ descendant, being: 1 })) }],
    }),
  },
]

const plain = { 'content-type': 'text/plain; charset=utf-8' }
const searched = (parameters: string) =>
  `Searched for the function public.one_int_param with ${parameters}, but no matches were found in the schema cache.`
const picture = '\u0089PNG\u0000\u00ff'

const calls: readonly Case[] = [
  {
    from: 'P.3',
    run: plays({
      send: 'GET /rpc/refuses',
      status: 403,
      answers: json,
      says: { message: 'invalid user or password' },
    }),
  },
  {
    from: 'P.7',
    run: plays({
      send: 'POST /rpc/one_text_param',
      headers: { 'content-type': 'text/plain', accept: 'text/plain' },
      body: 'unnamed text arg',
      answers: plain,
      says: 'unnamed text arg',
    }),
  },
  {
    from: 'P.10',
    run: plays({
      send: 'POST /rpc/one_int_param',
      headers: { 'content-type': 'application/json' },
      body: { x: 1, y: 2 },
      status: 404,
      answers: json,
      says: refused(
        'PGRST202',
        'Could not find the function public.one_int_param(x, y) in the schema cache',
        searched('parameters x, y or with a single unnamed json/jsonb parameter'),
        'Perhaps you meant to call the function public.one_text_param',
      ),
    }),
  },
  {
    from: 'P.12',
    run: plays({
      send: 'POST /rpc/one_int_param',
      headers: { 'content-type': 'text/xml' },
      body: 'a simple text',
      status: 404,
      answers: json,
      says: refused(
        'PGRST202',
        'Could not find the function public.one_int_param in the schema cache',
        searched('a single unnamed xml parameter'),
      ),
    }),
  },
  {
    from: 'P.15',
    run: plays(
      {
        send: 'POST /rpc/mixed',
        headers: { 'content-type': 'application/json' },
        body: { A: 1, B: 2, C: 3 },
        says: { A: 1, B: 2, C: 3 },
      },
      {
        send: 'POST /rpc/mixed',
        headers: { 'content-type': 'text/plain', accept: 'text/plain' },
        body: 'unnamed text arg',
        says: 'unnamed text arg',
      },
      {
        send: 'POST /rpc/mixed',
        headers: { 'content-type': 'application/octet-stream', accept: 'application/octet-stream' },
        body: picture,
        answers: { 'content-type': 'application/octet-stream' },
        says: picture,
      },
    ),
  },
  {
    from: 'P.17',
    run: plays({
      send: 'POST /rpc/mixed',
      headers: { 'content-type': 'text/csv' },
      body: 'a,b\n1,2\n4,6\n100,200',
      status: 404,
      answers: json,
      says: refused(
        'PGRST202',
        'Could not find the function public.mixed(a, b) in the schema cache',
        'Searched for the function public.mixed with parameters a, b, but no matches were found in the schema cache.',
        'Perhaps you meant to call the function public.mixed(x, y)',
      ),
    }),
  },
]

interface Raised {
  readonly message: object | string
  readonly detail: object | null
}

/** What a function raises in full; the status line has words of its own. */
async function raises({ url, tokenOf }: RestTarget, { message, detail }: Raised) {
  const asked = {
    message: typeof message === 'string' ? message : JSON.stringify(message),
    detail: detail && JSON.stringify(detail),
  }
  const headers = { authorization: `Bearer ${await tokenOf('visitor')}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/rest/v1/rpc/raises`, { method: 'POST', headers, body: JSON.stringify(asked) })
  return [answer.status, answer.statusText, answer.headers.get('x-header'), await answer.json()]
}

const whole = { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' }
const part = { code: '123', message: 'ABC' }
const empty = { details: null, hint: null }
const own = { status: 332, status_text: 'My Custom Status', headers: { 'X-Header': 'str' } }
const unreadable = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`

const raised: readonly Case[] = [
  {
    from: 'P.22',
    async run(target) {
      const line = [332, 'My Custom Status', 'str']
      expect(await raises(target, { message: whole, detail: own })).toEqual([...line, whole])
      expect(await raises(target, { message: part, detail: own })).toEqual([...line, { ...part, ...empty }])
    },
  },
  {
    from: 'P.23',
    async run(target) {
      const detail = { status: 404, headers: { 'X-Header': 'str' } }
      expect(await raises(target, { message: part, detail })).toEqual([404, 'Not Found', 'str', { ...part, ...empty }])
    },
  },
  {
    // The copy of the case has older words; these are a newer copy's.
    from: 'P.25',
    async run(target) {
      const answer = await raises(target, { message: 'INVALID', detail: own })
      expect([answer[0], answer[3]]).toEqual([
        500,
        refused(
          'PGRST121',
          unreadable,
          "Invalid JSON value for MESSAGE: 'INVALID'",
          "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
        ),
      ])
    },
  },
  {
    from: 'P.27',
    async run(target) {
      const answer = await raises(target, { message: part, detail: null })
      expect([answer[0], answer[3]]).toEqual([
        500,
        refused(
          'PGRST121',
          unreadable,
          'DETAIL is missing in the RAISE statement',
          "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
        ),
      ])
    },
  },
]

export const testReads: readonly Case[] = [...reads, ...calls, ...raised]
