import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, expect, it, vi } from 'vitest'

import { createLoader } from './load-function.ts'

const folder = await mkdtemp(join(tmpdir(), 'functions-'))
afterEach(() => void vi.useRealTimers())
afterAll(() => rm(folder, { recursive: true }))

it('waits for nothing that a function could serve later where it exports its handler', async () => {
  await mkdir(join(folder, 'plain'))
  await writeFile(
    join(folder, 'plain', 'index.mjs'),
    `const serve = (request) => new Response('tea at ' + new URL(request.url).pathname)
    export default { fetch: (request) => serve(request) }`,
  )
  await writeFile(join(folder, 'plain', 'package.json'), JSON.stringify({ main: 'index.mjs' }))
  // Whoever waits for the clock waits for ever.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { fetch } = await createLoader(folder, () => undefined)('plain')
  expect(await (await fetch(new Request('http://localhost/plain'))).text()).toBe('tea at /plain')
  expect(vi.getTimerCount()).toBe(0)
})

it('finds what a function began to serve after it was given up', async () => {
  await mkdir(join(folder, 'late'))
  await writeFile(
    join(folder, 'late', 'index.mjs'),
    `import { createServer } from 'node:http'
    globalThis.opening.then(() => createServer((_, answer) => answer.end('late tea')).listen(0))`,
  )
  await writeFile(join(folder, 'late', 'package.json'), JSON.stringify({ main: 'index.mjs' }))
  const opening = Promise.withResolvers<void>()
  vi.stubGlobal('opening', opening.promise)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const load = createLoader(folder, () => undefined)
  const refused = load('late').catch((error: unknown) => error)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.runAllTimers()
  expect(await refused).toMatchObject({ code: 'BOOT_ERROR' })
  opening.resolve()
  const { fetch } = await load('late')
  vi.useRealTimers()
  expect(await (await fetch(new Request('http://localhost/late'))).text()).toBe('late tea')
})
