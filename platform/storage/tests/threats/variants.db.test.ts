/** Variants cost processor time: bounded in size, and in number for each client (THREATS S-08). */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { plain } from '../../testing/pictures.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startStorage, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage({ config: { images: { queueLength: 2_000 } } })
  const file = await plain(1_200, 40, 'red').png().toBuffer()
  await server.as('service_role').from('covers').upload('a.png', file, { contentType: 'image/png' })
})
afterAll(() => server[Symbol.asyncDispose]())

const render = (query: string) =>
  rawRequest(server.url, `/render/image/public/covers/a.png?${query}`, { headers: { accept: 'image/webp' } })

test.each([
  'width=100000',
  'width=2501',
  'height=100000',
  'width=-1',
  'width=12.5',
  'width=abc',
  'width=10&width=20',
  'resize=tile',
  'resize=cover;rm',
  'quality=0',
  'quality=101',
  'format=svg',
  'format=../x',
])('S-08 %s is refused', async (query) => {
  const answer = await render(query)
  expect(answer.status).toBe(400)
  expect(answer.json()).toMatchObject({ statusCode: '400' })
})

test('S-08 a thousand sizes for one client: some at once, then twenty a second', async () => {
  const started = performance.now()
  const asked = Array.from({ length: 1_000 }, (_, index) => render(`width=${index + 100}`))
  const answers = await Promise.all(asked)
  const seconds = (performance.now() - started) / 1_000
  const made = server.events.filter(({ kind }) => kind === 'storage.variant-made').length
  expect(made).toBeGreaterThanOrEqual(60)
  expect(made).toBeLessThanOrEqual(60 + 20 * seconds)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBe(1_000 - made)
  expect(refused[0]?.status).toBe(429)
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect(refused[0]?.json()).toMatchObject({ statusCode: '429', code: 'SlowDown' })
  // What exists is not rationed.
  const width = answers.findIndex(({ status }) => status === 200) + 100
  for (const { status } of await Promise.all(Array.from({ length: 100 }, () => render(`width=${width}`))))
    expect(status).toBe(200)
})
