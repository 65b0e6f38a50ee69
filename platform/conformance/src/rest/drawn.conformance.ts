/** Cases of PostgREST's own tests, drawn by a seed (docs/spec/wire.md §6). */
import { afterAll, beforeAll } from 'vitest'

import { playDrawn } from '../drawn.ts'
import { callCases } from './drawn/calls.ts'
import { readCases } from './drawn/reads.ts'
import { testWrites } from './drawn/tests-writes.ts'
import { testReads } from './drawn/tests.ts'
import { restWorld } from './drawn/world.ts'
import { writeCases } from './drawn/writes.ts'
import type { RestTarget } from './target.ts'

let world: RestTarget
beforeAll(async () => {
  world = await restWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

playDrawn({ name: 'rest', counts: [0, 0, 80] }, [...readCases, ...writeCases, ...callCases], () => world)
playDrawn({ name: 'rest-tests', counts: [0, 0, 0, 40] }, [...testReads, ...testWrites], () => world)
