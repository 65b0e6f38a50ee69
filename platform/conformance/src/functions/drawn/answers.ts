/** What drawn cases of functions are held against, and why some differ. */
import { once } from 'node:events'

import { expect } from 'vitest'
import { WebSocket } from 'ws'

import { RIGHT_KEY, type FunctionsWorld } from './world.ts'

export const authorization = (key: string) => ({ Authorization: `Bearer ${key}` })

export const says =
  (path: string, body: unknown, status = 200) =>
  async (at: FunctionsWorld) => {
    const answer = await at.fetch(path)
    const text = await answer.text()
    expect([answer.status, typeof body === 'string' ? text : JSON.parse(text)]).toEqual([status, body])
  }

/** A function that cannot be run is told to be so, whatever keeps it from running. */
export const doesNotStart =
  (...names: string[]) =>
  async (at: FunctionsWorld) => {
    for (const name of names) {
      const answer = await at.fetch(name)
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'BOOT_ERROR' }])
    }
  }

/** Greets, and says again what it is told. */
export const echoes =
  (name: string) =>
  async ({ url }: FunctionsWorld) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/${name}`, { headers: authorization(RIGHT_KEY) })
    for (const text of ['meow', 'meow meow']) {
      const [data] = (await once(socket, 'message')) as [Buffer]
      expect(data.toString()).toBe(text)
      socket.send('meow meow')
    }
    socket.terminate()
  }

export const failsWithCors = (kind: string, status: number) => async (at: FunctionsWorld) => {
  const answer = await at.fetch(`cors-errors?error=${kind}`)
  const named = ['origin', 'headers', 'methods'].map((name) => answer.headers.get(`access-control-allow-${name}`))
  expect([answer.status, await answer.json()]).toEqual([status, { error: kind }])
  expect(named).toEqual(['*', expect.any(String), expect.any(String)])
}

export const preflights =
  (path: string, method = 'GET') =>
  async ({ url }: FunctionsWorld) => {
    const headers = { origin: 'https://example.com', 'access-control-request-method': method }
    const answer = await fetch(`${url}/${path}`, { method: 'OPTIONS', headers })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  }

export const notFetched = 'code is run of installed packages, and fetched from nowhere'
export const anyForm = 'what Node.js takes for CommonJS is run, though no package.json says so'
