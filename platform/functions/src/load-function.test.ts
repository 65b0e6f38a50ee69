import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it, vi } from 'vitest'

import { createLoader } from './load-function.ts'

const folder = await mkdtemp(join(tmpdir(), 'functions-'))
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

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
