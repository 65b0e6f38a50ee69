import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dropOldShares, takeShare } from './share-inbox.ts'

const origin = 'https://cortexia.example'
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
let kept: Map<string, Response>

/** One cache of the browser, by address. */
beforeEach(() => {
  kept = new Map()
  const cache = {
    put: async (path: string, response: Response) => void kept.set(origin + path, response),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    delete: async (request: Request) => kept.delete(request.url),
  }
  vi.stubGlobal('location', new URL(origin))
  vi.stubGlobal('caches', { open: async () => cache, has: async () => true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const picture = (name = 'a.png', bytes: BlobPart = png) => new File([bytes], name, { type: 'image/png' })

async function share(files: readonly File[], text = ''): Promise<URL> {
  const body = new FormData()
  for (const file of files) body.append('files', file)
  body.set('text', text)
  const { status, headers } = await takeShare(new Request(`${origin}/share-target`, { method: 'POST', body }))
  expect(status).toBe(303)
  return new URL(headers.get('location') ?? '')
}

async function facts() {
  const found = [...kept].find(([url]) => url.includes('/facts'))?.[1]
  return (await found?.json()) as { text: string; files: number; refused: number }
}

test('X-10 a drawing that is called a picture is none, whatever type it claims', async () => {
  await share([picture('a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), picture()])
  expect(await facts()).toMatchObject({ files: 1, refused: 1 })
  expect([...kept.keys()].filter((url) => !url.includes('/facts'))).toHaveLength(1)
})

test('X-10 what is too heavy, or a fourth, is not kept', async () => {
  await share([picture('a.png', new Uint8Array([...png, ...new Uint8Array(10_000_000)]))])
  expect(await facts()).toMatchObject({ files: 0, refused: 1 })
  kept.clear()
  await share(Array.from({ length: 4 }, () => picture()))
  expect(await facts()).toMatchObject({ files: 3, refused: 1 })
})

test('X-10 few shares are kept at a time, each for an hour, with so many words', async () => {
  for (let sent = 0; sent < 9; sent += 1) await share([picture()], 'x'.repeat(9000))
  expect((await facts()).text).toHaveLength(2000)
  expect(new Set([...kept.keys()].map((url) => new URL(url).pathname.split('/')[2])).size).toBe(5)
  vi.useFakeTimers({ now: Date.now() + 3_601_000 })
  await dropOldShares()
  expect(kept.size).toBe(0)
})

test('X-10 leads to this app alone: to the question about it, or to a post of ours', async () => {
  expect((await share([], `${origin}/post/abc-1`)).href).toBe(`${origin}/post/abc-1`)
  for (const text of ['https://elsewhere.example/post/1', `${origin}/auth?from=x`, 'javascript:alert(1)']) {
    const { origin: led, pathname, searchParams } = await share([], text)
    expect([led, pathname, searchParams.get('modal')]).toEqual([origin, '/', 'create'])
  }
  const broken = new Request(`${origin}/share-target`, { method: 'POST', body: 'no form' })
  expect((await takeShare(broken)).headers.get('location')).toBe(`${origin}/?modal=create&shared=lost`)
})
