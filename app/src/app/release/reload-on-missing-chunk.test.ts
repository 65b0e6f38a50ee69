import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'

let events: EventTarget
let reloads: number
let own: string
let served: string | null

beforeEach(() => {
  events = new EventTarget()
  reloads = 0
  const kept = new Map<string, string>()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('document', { querySelector: () => ({ content: own }) })
  vi.stubGlobal('location', { pathname: '/feed', reload: () => (reloads += 1) })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('fetch', async () => {
    if (served === null) throw new TypeError('Failed to fetch')
    return new Response('{}', { headers: { 'x-build': served } })
  })
  reloadOnMissingChunk()
})
afterEach(() => vi.unstubAllGlobals())

async function miss() {
  events.dispatchEvent(new Event('vite:preloadError'))
  await new Promise((resolve) => setImmediate(resolve))
}

test('each deployment that takes a chunk away costs one reload, on the same path too', async () => {
  own = 'a'
  served = 'b'
  await miss()
  await miss()
  expect(reloads).toBe(1)
  own = 'b'
  served = 'c'
  await miss()
  expect(reloads).toBe(2)
})

test('a chunk that is only out of reach costs none', async () => {
  own = 'a'
  served = null
  await miss()
  served = 'a'
  await miss()
  expect(reloads).toBe(0)
})
