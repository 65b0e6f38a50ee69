/** The last draw of functions: the client's own cases, and CORS. */
import { FunctionRegion } from '@supabase/supabase-js'
import { corsHeaders } from '@supabase/supabase-js/cors'
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { authorization, failsWithCors, preflights } from './answers.ts'
import { RIGHT_KEY, WRONG_KEY, type FunctionsWorld } from './world.ts'

type Case = DrawnCase<FunctionsWorld>

/** Made anew each time: the client keeps its headers in what it was given. */
const right = () => ({ headers: authorization(RIGHT_KEY) })
const wrong = () => ({ headers: authorization(WRONG_KEY) })
const greets = { data: 'Hello World', error: null }
const relayError = { data: null, error: { message: 'Relay Error invoking the Edge Function' } }

const keys: readonly Case[] = [
  {
    from: 'H.2',
    async run({ client }) {
      const made = client()
      made.setAuth(RIGHT_KEY)
      expect(await made.invoke('hello', {})).toMatchObject(greets)
    },
  },
  {
    from: 'H.5',
    async run({ client }) {
      const made = client(wrong())
      made.setAuth(RIGHT_KEY)
      expect(await made.invoke('hello', {})).toMatchObject(greets)
    },
  },
  {
    from: 'H.8',
    run: async ({ client }) => expect(await client(right()).invoke('hello', wrong())).toMatchObject(relayError),
  },
  {
    from: 'H.12',
    async run({ client, url }) {
      const customFetch = () => fetch(`${url}/hello`, { method: 'POST', ...right() })
      expect(await client({ ...wrong(), customFetch }).invoke('hello', {})).toMatchObject(greets)
    },
  },
]

interface Mirrored {
  readonly url: string
  readonly method: string
  readonly headers: readonly [string, string][]
  readonly body: unknown
}

type InvokeOptions = Parameters<ReturnType<FunctionsWorld['client']>['invoke']>[1] & {}

/** What reached the function, whatever its answer came as. */
async function mirrored({ client }: FunctionsWorld, options: InvokeOptions, path = 'mirror', own: object = {}) {
  const asked = { ...options, headers: { ...authorization(RIGHT_KEY), ...options.headers } }
  const { data, error } = await client(own).invoke<string | Blob | Mirrored>(path, asked)
  expect(error).toBeNull()
  const text = data instanceof Blob ? await data.text() : data
  const { url, ...told } = (typeof text === 'string' ? JSON.parse(text) : text) as Mirrored
  const { pathname, search } = new URL(url)
  return { ...told, path: `${pathname}${search}`, regions: told.headers.filter(([name]) => name === 'x-region') }
}

const [tokyo, singapore] = [FunctionRegion.ApNortheast1, FunctionRegion.ApSoutheast1]
const sent = JSON.stringify({ one: 'a', two: 'b', three: 'ç', num: 11, flag: false })

const sends =
  (type: string, kind: string, body: string | Blob | ArrayBuffer, reached: unknown): Case['run'] =>
  async (world) => {
    const told = await mirrored(world, { body, headers: { 'content-type': type, 'response-type': kind } })
    expect(told).toMatchObject({ path: '/mirror', method: 'POST', body: reached })
  }

const bytes = new TextEncoder().encode(sent).buffer
const octets = 'application/octet-stream'

const parameters: readonly Case[] = [
  {
    from: 'M.2',
    async run(world) {
      const told = await mirrored(world, {}, 'mirror', { headers: { CustomHeader: 'check me' } })
      expect(told).toMatchObject({ path: '/mirror', method: 'POST', body: '' })
      expect(told.headers).toContainEqual(['customheader', 'check me'])
    },
  },
  {
    from: 'M.4',
    async run(world) {
      const { path, regions } = await mirrored(world, { region: tokyo })
      expect([path, regions]).toEqual([`/mirror?forceFunctionRegion=${tokyo}`, [['x-region', tokyo]]])
    },
  },
  {
    from: 'M.5',
    async run(world) {
      const { path, regions } = await mirrored(world, { region: singapore }, 'mirror', { region: tokyo })
      expect([path, regions]).toEqual([`/mirror?forceFunctionRegion=${singapore}`, [['x-region', singapore]]])
    },
  },
  {
    from: 'M.6',
    async run(world) {
      const { path, regions } = await mirrored(world, { region: FunctionRegion.Any }, 'mirror', { region: singapore })
      expect([path, regions]).toEqual(['/mirror', []])
    },
  },
  { from: 'M.9', run: sends('application/json', 'json', sent, JSON.parse(sent)) },
  { from: 'M.10', run: sends(octets, 'arrayBuffer', bytes, sent) },
  { from: 'M.11', run: sends(octets, 'blob', new Blob([bytes]), sent) },
  {
    from: 'M.12',
    async run(world) {
      const path = `mirror?${new URLSearchParams({ one: 'a', two: 'b c', three: 'ç', num: '11', flag: 'false' }).toString()}`
      expect(await mirrored(world, {}, path)).toMatchObject({ path: `/${path}`, method: 'POST' })
    },
  },
]

const answers: readonly Case[] = [
  {
    from: 'T.2',
    async run({ client }) {
      const failed = { data: null, error: { name: 'FunctionsFetchError' } }
      expect(await client(right()).invoke('slow', { timeout: 1000 })).toMatchObject(failed)
    },
  },
  {
    from: 'T.3',
    async run({ client }) {
      const answered = { data: 'Slow Response', error: null }
      expect(await client(right()).invoke('slow', { timeout: 50_000 })).toMatchObject(answered)
    },
  },
  {
    from: 'J.1',
    async run({ client }) {
      const { data, error } = await client(right()).invoke('hijack', {})
      expect([data, (error as { context: Response }).context.status]).toEqual([null, 500])
      expect(await client(right()).invoke('hello', {})).toMatchObject(greets)
    },
  },
  {
    from: 'I.3',
    async run({ client }) {
      const body = { message: 'Hello Echo!', number: 42, array: [1, 2, 3], nested: { key: 'value' } }
      const { data, error } = await client(right()).invoke('echo', { body })
      const told = { echo: body, method: 'POST', url: expect.any(String), timestamp: expect.any(String) }
      expect([error, data]).toEqual([null, told])
    },
  },
  {
    from: 'I.5',
    async run({ client }) {
      const { data, error } = await client(right()).invoke('non-existent-function', { body: {} })
      expect([data, (error as { context: Response }).context.status]).toEqual([null, 404])
    },
  },
]

const allowed = ({ headers }: Response, what: 'origin' | 'headers' | 'methods') =>
  headers.get(`access-control-allow-${what}`) ?? ''

const mayUse = (method: string): Case['run'] =>
  async function preflight({ url }) {
    const asked = {
      origin: 'https://example.com',
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    }
    const answer = await fetch(`${url}/cors-http-methods`, { method: 'OPTIONS', headers: asked })
    expect([answer.status, allowed(answer, 'methods')]).toEqual([204, expect.stringContaining(method)])
  }

const validation = ({ url }: FunctionsWorld) => fetch(`${url}/cors-validation`, { method: 'OPTIONS' })

const ofClient = {
  'x-client-info': '@supabase/supabase-js/2.0.0',
  apikey: 'test-api-key',
  'content-type': 'application/json',
  'x-supabase-api-version': '2024-01-01',
  'accept-profile': 'public',
  'content-profile': 'public',
  prefer: 'return=representation',
  accept: 'application/json',
  'x-region': 'us-east-1',
}

const cors: readonly Case[] = [
  {
    from: 'C.1',
    async run(world) {
      const answer = await world.fetch('cors-http-methods')
      expect([answer.status, await answer.json()]).toEqual([200, { method: 'GET', success: true }])
    },
  },
  { from: 'C.5', run: mayUse('PATCH') },
  { from: 'C.7', run: mayUse('DELETE') },
  { from: 'E.5', run: failsWithCors('not-found', 404) },
  { from: 'E.6', run: preflights('cors-errors?error=not-found') },
  { from: 'E.8', run: preflights('cors-errors?error=server-error') },
  { from: 'V.1', run: preflights('cors-validation', 'POST') },
  { from: 'V.2', run: async (world) => expect(allowed(await validation(world), 'origin')).toBe('*') },
  {
    from: 'V.4',
    async run(world) {
      const methods = allowed(await validation(world), 'methods').split(/, */)
      expect(methods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']))
    },
  },
  {
    from: 'V.5',
    async run(world) {
      const answer = await world.fetch('cors-validation', {
        method: 'POST',
        headers: ofClient,
        body: '{"test":"data"}',
      })
      const known = { corsEnabled: true, receivedHeaders: ofClient }
      expect([answer.status, await answer.json()]).toMatchObject([200, known])
    },
  },
  {
    from: 'V.7',
    async run(world) {
      const headers = { 'content-type': 'application/json' }
      const answer = await world.fetch('cors-validation', { method: 'POST', headers, body: '{"test":"data"}' })
      expect(allowed(answer, 'origin')).toBe('*')
      for (const what of ['headers', 'methods'] as const) expect(allowed(answer, what)).not.toBe('')
    },
  },
  {
    from: 'V.8',
    async run(world) {
      // More than the four of older instructions; how many, the client that is installed says.
      const known = (corsHeaders['Access-Control-Allow-Headers'] ?? '').split(',').length
      const { length } = allowed(await validation(world), 'headers').split(',')
      expect([length, length > 4]).toEqual([known, true])
    },
  },
]

export const thirdClientCases: readonly Case[] = [...keys, ...parameters, ...answers, ...cors]
