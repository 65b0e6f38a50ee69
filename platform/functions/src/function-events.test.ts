import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { createFunctions, defaultFunctionsConfig } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'functions-'))
afterAll(() => rm(folder, { recursive: true }))

/** Tells who heard `told`; one listener of each function fails at once, another later. */
const text = (name: string) => `const heard = []
  const twice = (event) => heard.push(event.type)
  const forgotten = () => heard.push('forgotten')
  addEventListener('told', () => { throw new Error('${name} fails at once') })
  addEventListener('told', async () => { throw new Error('${name} fails later') })
  addEventListener('told', { handleEvent: twice })
  addEventListener('told', twice)
  addEventListener('told', twice)
  addEventListener('told', forgotten)
  removeEventListener('told', forgotten)
  addEventListener('beforeunload', () => { throw new Error('${name} does not end') })
  export default {
    async fetch(request) {
      if (request.url.endsWith('/tell')) dispatchEvent(new Event('told'))
      return Response.json(heard)
    },
  }`

it('functions hear what they dispatch themselves, and their failing listeners end nothing', async () => {
  for (const name of ['first', 'second']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'index.mjs'), text(name))
    await writeFile(join(folder, name, 'package.json'), JSON.stringify({ main: 'index.mjs' }))
  }
  const failures: string[] = []
  const { ask, drain } = createFunctions({
    folder,
    identify: () => Promise.reject(new Error('nobody asks')),
    observe: (event) =>
      event.kind === 'functions.background-failed' && failures.push(`${event.name}: ${String(event.error)}`),
    config: defaultFunctionsConfig,
  })
  const heardBy = async (name: string, path = '') =>
    (await ask(name, new Request(`http://localhost/${name}${path}`))).json()
  expect(await heardBy('second')).toEqual([])
  expect(await heardBy('first', '/tell')).toEqual(['told', 'told'])
  expect(await heardBy('second')).toEqual([])
  await expect.poll(() => failures).toEqual(['first: Error: first fails at once', 'first: Error: first fails later'])
  await drain()
  const ends = ['second: Error: second does not end', 'first: Error: first does not end']
  await expect.poll(() => failures.slice(2)).toEqual(ends)
})
