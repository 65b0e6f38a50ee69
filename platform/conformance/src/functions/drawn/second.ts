/** The second draw of functions. */
import { corsHeaders } from '@supabase/supabase-js/cors'
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { anyForm, authorization, doesNotStart, echoes, failsWithCors, notFetched, preflights, says } from './answers.ts'
import { RIGHT_KEY, type FunctionsWorld } from './world.ts'

type Case = DrawnCase<FunctionsWorld>

const runtime: readonly Case[] = [
  {
    from: 'X.6',
    async run({ fetch }) {
      const { status, headers } = await fetch('std-user-worker', { method: 'OPTIONS' })
      const named = ['origin', 'headers'].map((name) => headers.get(`access-control-allow-${name}`))
      expect([status, ...named]).toEqual([200, '*', 'authorization, x-client-info, apikey'])
    },
  },
  {
    from: 'X.7',
    async run({ fetch }) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('std-user-worker', { method: 'POST', headers, body: '{ "name": "bar"}' })
      expect([answer.status, await answer.text()]).toEqual([200, '{"message":"Hello bar from foo!"}'])
    },
  },
  { from: 'X.16', differs: notFetched, run: doesNotStart('oak') },
  { from: 'X.22', run: says('json-import', { version: '1.0.0' }) },
  { from: 'X.39', run: echoes('websocket-upgrade') },
  { from: 'X.43', run: says('decorator-tc39', 'meow?') },
  { from: 'X.46', differs: notFetched, run: doesNotStart('oak-with-jsr') },
  {
    // What it fetches from the internet in between is not asked here.
    from: 'X.87',
    async run(at) {
      await says('use-tmp-fs', { written: 8, content: 'meowmeow', deleted: true, steps: [true, false] })(at)
      await says('use-tmp-fs-2', { hadExisted: true, content: 'meow' })(at)
      expect((await at.fetch('use-tmp-fs-3')).status).toBe(200)
    },
  },
  { from: 'X.91', differs: anyForm, run: says('commonjs-no-type-field', 'meow') },
  { from: 'X.94', run: says('commonjs-hono', 'meow') },
  { from: 'X.95', run: echoes('commonjs-ws-websocket') },
  { from: 'X.111', run: says('eszip-wasm', 'meow') },
  { from: 'X.117', differs: notFetched, run: says('pin-package', '3.0.1') },
]

const right = { headers: authorization(RIGHT_KEY) }
const timed = { error: null, data: { timestamp: expect.any(String) } }

const byClient: readonly Case[] = [
  {
    from: 'H.1',
    run: async ({ client }) =>
      expect(await client(right).invoke('hello', {})).toMatchObject({ data: 'Hello World', error: null }),
  },
  {
    from: 'M.3',
    async run({ client }) {
      const { data } = await client(right).invoke<string>('mirror', { headers: { 'custom-header': 'value' } })
      const { headers } = JSON.parse(data ?? '') as { headers: unknown[] }
      expect(headers).toContainEqual(['custom-header', 'value'])
    },
  },
  {
    from: 'T.4',
    async run({ client }) {
      const caller = new AbortController()
      const asked = client(right).invoke('slow', { timeout: 5_000, signal: caller.signal })
      caller.abort()
      expect(await asked).toMatchObject({ data: null, error: { name: 'FunctionsFetchError' } })
    },
  },
  {
    from: 'I.1',
    async run({ client }) {
      const answer = await client(right).invoke('greet', { body: { name: 'Test User' } })
      expect(answer).toMatchObject({ ...timed, data: { message: 'Hello Test User!' } })
    },
  },
  {
    from: 'I.2',
    async run({ client }) {
      const answer = await client(right).invoke('greet', { body: {} })
      expect(answer).toMatchObject({ ...timed, data: { message: 'Hello World!' } })
    },
  },
  {
    from: 'I.4',
    async run({ client }) {
      const known = { status: 'ok', version: '1.0.0', environment: expect.any(String), uptime: expect.any(Number) }
      expect(await client(right).invoke('status', { body: {} })).toMatchObject({ error: null, data: known })
    },
  },
  {
    from: 'I.7',
    async run({ client }) {
      const { data, error } = await client(right).invoke('greet', { body: 'invalid json' })
      expect([data, error]).toEqual([null, expect.any(Error)])
    },
  },
]

const cors: readonly Case[] = [
  { from: 'E.1', run: failsWithCors('bad-request', 400) },
  { from: 'E.2', run: preflights('cors-errors?error=bad-request') },
  { from: 'E.3', run: failsWithCors('unauthorized', 401) },
  { from: 'E.4', run: preflights('cors-errors?error=unauthorized') },
  {
    from: 'V.3',
    async run({ url }) {
      const { headers } = await fetch(`${url}/cors-validation`, { method: 'OPTIONS' })
      // What the client that is installed says; the names in the copy of the case are an older client's.
      expect(headers.get('access-control-allow-headers')).toBe(corsHeaders['Access-Control-Allow-Headers'])
    },
  },
  {
    from: 'V.6',
    async run(at) {
      await preflights('cors-validation', 'POST')(at)
      const headers = { 'content-type': 'application/json', 'x-supabase-new-feature': 'test-value' }
      const answer = await at.fetch('cors-validation', { method: 'POST', headers, body: '{"test":"new header"}' })
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { corsEnabled: true, receivedHeaders: { 'x-supabase-new-feature': 'test-value' } },
      ])
    },
  },
]

export const secondCases: readonly Case[] = [...runtime, ...byClient, ...cors]
