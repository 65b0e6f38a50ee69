/** The last draw of functions: what the first two left. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { authorization, doesNotStart, echoes, notFetched, says } from './answers.ts'
import { thirdClientCases } from './third-client.ts'
import { RIGHT_KEY, type FunctionsWorld } from './world.ts'

type Case = DrawnCase<FunctionsWorld>

const right = { headers: authorization(RIGHT_KEY) }

const packages: readonly Case[] = [
  { from: 'X.19', differs: notFetched, run: doesNotStart('oak') },
  { from: 'X.23', run: says('npm', { is_even: true, hello: '', numbers: { Uno: 1, Dos: 2 } }) },
  { from: 'X.41', run: echoes('websocket-upgrade-node') },
  { from: 'X.71', run: says('fastify-latest', 'meow') },
  { from: 'X.74', run: says('wasm-module', '3') },
  {
    from: 'X.76',
    differs: 'packages lie where npm puts them, and not below their registry and version',
    async run({ fetch }) {
      expect(await (await fetch('issue-420')).text()).toMatch(/^file:\/\/\/.*\/node_modules\/hono\/dist\/index\.js$/)
    },
  },
  { from: 'X.89', run: says('commonjs', 'meow') },
  { from: 'X.90', run: says('commonjs-require-esm', 'cjs require esm ok') },
  { from: 'X.93', run: says('commonjs-express', 'meow') },
  { from: 'X.96', run: echoes('commonjs-hono-websocket') },
  { from: 'X.97', run: echoes('commonjs-express-websocket') },
]

const runtime: readonly Case[] = [
  {
    from: 'X.12',
    async run({ fetch }) {
      const body = ReadableStream.from(['{"name":', '"bar"}'].map((part) => Buffer.from(part)))
      const answer = await fetch('std-user-worker', { method: 'POST', body, duplex: 'half' })
      expect([answer.status, await answer.text()]).toEqual([200, '{"message":"Hello bar from foo!"}'])
    },
  },
  {
    from: 'X.15',
    async run({ fetch }) {
      const answer = await fetch('empty-response', { method: 'POST' })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    },
  },
  {
    from: 'X.38',
    async run({ serveApart }) {
      const serving = await serveApart()
      const asked = fetch(`${serving.url}/slow_resp`, right)
      expect(await serving.said.next()).toMatchObject({ value: 'begun' })
      const stopped = serving.stop()
      const answer = await asked
      expect([answer.status, await answer.text()]).toEqual([200, 'meow: done'])
      expect(await stopped).toBe(0)
    },
  },
  { from: 'X.72', run: says('serve-declarative-style', 'meow') },
  {
    from: 'X.107',
    async run({ serveApart }) {
      const serving = await serveApart()
      expect((await fetch(`${serving.url}/mark-background-task`, right)).status).toBe(200)
      const stopped = serving.stop()
      expect(await serving.said.next()).toMatchObject({ value: 'meow' })
      expect(await stopped).toBe(0)
    },
  },
  {
    from: 'X.118',
    async run({ fetch }) {
      for (const name of ['return-invalid-resp', 'return-invalid-resp-2']) expect((await fetch(name)).status).toBe(502)
    },
  },
  { from: 'X.119', run: says('brotli-async', 'meow') },
]

export const thirdCases: readonly Case[] = [...packages, ...runtime, ...thirdClientCases]
