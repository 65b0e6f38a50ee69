/**
 * Random requests, answered by the service and by a slow evaluator that shares no code with it (evaluator/).
 * `REQUESTS=20000` asks more of them; `SEED=…` repeats a run, as the failure's report says.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { answerRead } from './evaluator/answer.ts'
import { ask, describeWire } from './evaluator/ask.ts'
import { difference } from './evaluator/compare.ts'
import { Dice } from './evaluator/dice.ts'
import { loadWorld, openEvaluatedShop } from './evaluator/fixture.ts'
import { print } from './evaluator/print.ts'
import { someRead } from './evaluator/reads.ts'
import type { World } from './evaluator/world.ts'
import type { Shop } from './testing/shop.ts'

const wanted = Number(process.env['REQUESTS'] ?? 1500)
const seed = process.env['SEED']
const timeout = 60_000 + wanted * 40
const parameters = { numRuns: wanted, ...(seed === undefined ? {} : { seed: Number(seed) }) }

let shop: Shop
let world: World
beforeAll(async () => {
  shop = await openEvaluatedShop()
  world = await loadWorld(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

test('reads', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const read = someRead(new Dice(draw), world)
      const wire = print(read)
      const differs = difference(answerRead(read, world), await ask(shop, wire))
      if (differs !== null) throw new Error(`${describeWire(wire)}\n${differs}`)
    }),
    parameters,
  )
  expect(world.size).toBeGreaterThan(0)
})
