/** Cases of supabase/edge-runtime's and functions-js's own tests, drawn by a seed (docs/spec/wire.md §6). */
import { FunctionRegion } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect } from 'vitest'

import { playDrawn, type DrawnCase } from '../drawn.ts'
import { authorization, doesNotStart, notFetched, says } from './drawn/answers.ts'
import { secondCases } from './drawn/second.ts'
import { thirdCases } from './drawn/third.ts'
import { functionsWorld, RIGHT_KEY, WRONG_KEY, type FunctionsWorld } from './drawn/world.ts'

type Case = DrawnCase<FunctionsWorld>

let world: FunctionsWorld
beforeAll(async () => {
  world = await functionsWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const runtime: readonly Case[] = [
  { from: 'X.1', run: says('readable-stream-resp', 'Hello world from streams') },
  { from: 'X.2', run: says('with-import-map', { message: 'ok' }) },
  { from: 'X.3', run: says('with-import-map-2', { message: 'ok' }) },
  // Of preact, which is not installed here, react stands in.
  {
    from: 'X.10',
    run: says('jsx', { type: 'div', key: null, props: { children: 'Hello' }, _owner: null, _store: {} }),
  },
  { from: 'X.14', run: says('empty-response', '', 204) },
  { from: 'X.17', differs: notFetched, run: doesNotStart('oak') },
  { from: 'X.18', differs: notFetched, run: doesNotStart('oak') },
  { from: 'X.20', run: says('node-server', 'dot') },
  { from: 'X.24', run: doesNotStart('invalid-imports') },
  { from: 'X.44', run: says('decorator-typescript', 'meow?') },
  {
    from: 'X.45',
    async run({ fetch }) {
      const caller = new AbortController()
      const reader = (await fetch('chunked', { signal: caller.signal })).body!.getReader()
      expect(new TextDecoder().decode((await reader.read()).value)).toBe('m')
      caller.abort()
      expect((await fetch('empty-response')).status).toBe(204)
    },
  },
  { from: 'X.70', run: says('fastify-v4', 'meow') },
  { from: 'X.83', run: doesNotStart('graph-error-1', 'graph-error-2') },
  {
    from: 'X.84',
    async run(at) {
      for (const name of ['serve-js', 'serve-declarative-style-js']) await says(name, 'meow')(at)
    },
  },
  { from: 'X.92', run: says('commonjs-custom-main', 'meow') },
  { from: 'X.98', run: says('commonjs-workspace', { cat: 'meow', dog: 'bark' }) },
  { from: 'X.99', run: says('byonm-typescript', 'meow') },
  { from: 'X.100', run: says('workspace', { cat: 'meow', dog: 'bark', sheep: 'howl' }) },
  {
    from: 'X.116',
    async run(at) {
      for (const name of ['with-import-map', 'with-import-map-2']) await says(name, { message: 'ok' })(at)
    },
  },
]

const greets = { data: 'Hello World', error: null }
const relayError = { data: null, error: { message: 'Relay Error invoking the Edge Function' } }

const direct =
  ({ url }: FunctionsWorld, method: string): typeof fetch =>
  () =>
    fetch(`${url}/hello`, { method, headers: authorization(RIGHT_KEY) })

interface Mirrored {
  readonly url: string
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: unknown
}

const withKeys = ({ client }: FunctionsWorld, first: string | null, then: string | null) => {
  const made = client(first === null ? {} : { headers: authorization(first) })
  if (then !== null) made.setAuth(then)
  return made
}

const byClient: readonly Case[] = [
  {
    from: 'H.3',
    run: async (at) => expect(await withKeys(at, null, WRONG_KEY).invoke('hello', {})).toMatchObject(relayError),
  },
  {
    from: 'H.4',
    run: async (at) => expect(await withKeys(at, RIGHT_KEY, WRONG_KEY).invoke('hello', {})).toMatchObject(relayError),
  },
  {
    from: 'H.6',
    run: async ({ client }) =>
      expect(await client().invoke('hello', { headers: authorization(RIGHT_KEY) })).toMatchObject(greets),
  },
  {
    from: 'H.7',
    async run(at) {
      const client = withKeys(at, null, WRONG_KEY)
      expect(await client.invoke('hello', { headers: authorization(RIGHT_KEY) })).toMatchObject(greets)
    },
  },
  {
    from: 'H.10',
    run: async (at) =>
      expect(await at.client({ customFetch: direct(at, 'POST') }).invoke('', {})).toMatchObject(greets),
  },
  {
    from: 'H.11',
    run: async (at) => expect(await at.client({ customFetch: direct(at, 'GET') }).invoke('', {})).toMatchObject(greets),
  },
  {
    from: 'M.1',
    async run(at) {
      const { data, error } = await withKeys(at, RIGHT_KEY, null).invoke<string>('mirror', {})
      const { url, method, body } = JSON.parse(data ?? '') as Mirrored
      expect([error, new URL(url).pathname, method, body]).toEqual([null, '/mirror', 'POST', ''])
    },
  },
  {
    from: 'M.7',
    async run({ client }) {
      const made = client({ region: FunctionRegion.ApNortheast1, headers: authorization(RIGHT_KEY) })
      const { data } = await made.invoke<string>('mirror', {})
      expect((JSON.parse(data ?? '') as Mirrored).headers).toContainEqual(['x-region', 'ap-northeast-1'])
    },
  },
  {
    from: 'M.8',
    async run(at) {
      const form = new FormData()
      const pairs = ['one', 'two', 'three'].map((name): [string, string] => [name, `value of ${name}`])
      for (const [name, value] of pairs) form.append(name, value)
      const { data } = await withKeys(at, null, RIGHT_KEY).invoke<Mirrored>('mirror', {
        body: form,
        headers: { 'response-type': 'form' },
      })
      expect(data).toMatchObject({ method: 'POST', body: pairs })
    },
  },
  {
    from: 'T.1',
    run: async (at) =>
      expect(await withKeys(at, RIGHT_KEY, null).invoke('slow', {})).toMatchObject({
        data: 'Slow Response',
        error: null,
      }),
  },
  {
    from: 'I.6',
    async run(at) {
      const client = withKeys(at, RIGHT_KEY, null)
      const names = [0, 1, 2, 3, 4].map((index) => `Concurrent Test ${index}`)
      const answers = await Promise.all(names.map((name) => client.invoke('greet', { body: { name } })))
      expect(answers).toMatchObject(names.map((name) => ({ error: null, data: { message: `Hello ${name}!` } })))
    },
  },
]

const answersTo = (method: string, body?: string) => async (at: FunctionsWorld) => {
  const headers = { 'content-type': method === 'POST' ? 'text/plain' : 'application/json' }
  const answer = await at.fetch('cors-http-methods', { method, headers, ...(body !== undefined && { body }) })
  expect([answer.status, answer.headers.get('access-control-allow-origin'), await answer.json()]).toEqual([
    200,
    '*',
    { method, success: true },
  ])
}

const cors: readonly Case[] = [
  { from: 'C.2', run: answersTo('POST', 'test data') },
  {
    from: 'C.3',
    async run({ url }) {
      const asked = {
        origin: 'https://example.com',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      }
      const answer = await fetch(`${url}/cors-http-methods`, { method: 'OPTIONS', headers: asked })
      expect([answer.status, answer.headers.get('access-control-allow-methods')]).toEqual([
        204,
        expect.stringContaining('PUT'),
      ])
    },
  },
  { from: 'C.4', run: answersTo('PUT', '{"test":"data"}') },
  { from: 'C.6', run: answersTo('PATCH', '{"test":"data"}') },
  { from: 'C.8', run: answersTo('DELETE') },
  {
    from: 'E.7',
    async run({ fetch: ask }) {
      const answer = await ask('cors-errors?error=server-error')
      const named = ['origin', 'headers', 'methods'].map((name) => answer.headers.get(`access-control-allow-${name}`))
      expect([answer.status, await answer.json()]).toEqual([500, { error: 'server-error' }])
      expect(named).toEqual(['*', expect.any(String), expect.any(String)])
    },
  },
]

const cases = [...runtime, ...byClient, ...cors, ...secondCases, ...thirdCases]
playDrawn({ name: 'functions', counts: [36, 26, 47] }, cases, () => world)
