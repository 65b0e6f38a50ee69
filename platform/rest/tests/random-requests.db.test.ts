/**
 * Requests answered by the service and by somebody else: a slow evaluator that shares no code with it, and SQL written
 * by hand. `REQUESTS=20000` asks more of them; a failure names its seed, and `SEED=…` repeats that run.
 */
import { systemSession } from '@platform/database'
import fc, { type GeneratorValue } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { answerRead } from '../evaluator/answer.ts'
import { ask, describeWire } from '../evaluator/ask.ts'
import { difference, worldDifference } from '../evaluator/compare.ts'
import { Dice } from '../evaluator/draw/dice.ts'
import { someRead } from '../evaluator/draw/reads.ts'
import { someWrite } from '../evaluator/draw/writes.ts'
import { fixedRequests } from '../evaluator/fixed-requests.ts'
import { loadWorld, openEvaluatedShop, restoreWorld } from '../evaluator/fixture.ts'
import { print } from '../evaluator/print.ts'
import type { World } from '../evaluator/world.ts'
import { answerWrite } from '../evaluator/write.ts'
import { service, type Shop } from '../testing/shop.ts'

const wanted = Number(process.env['REQUESTS'] ?? draws({ few: 300, many: 4000 }))
const seed = process.env['SEED']

let shop: Shop
let world: World
beforeAll(async () => {
  shop = await openEvaluatedShop()
  world = await loadWorld(shop)
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Runs one request; answers what it was, what differs and its status. */
type Trial = (dice: Dice) => Promise<{ request: string; differs: string | null; status: number }>

/** @returns how many requests were answered with success, so that a test knows it asked for something */
async function tryMany(runs: number, trial: Trial): Promise<number> {
  let successes = 0
  const once = async (draw: GeneratorValue) => {
    const { request, differs, status } = await trial(new Dice(draw))
    if (differs !== null) throw new Error(`${request}\n${differs}`)
    if (status < 300) successes += 1
  }
  const options = { numRuns: runs, ...(seed === undefined ? {} : { seed: Number(seed) }) }
  await fc.assert(fc.asyncProperty(fc.gen(), once), options)
  return successes
}

describe('random requests', () => {
  const timeout = 120_000 + wanted * 60

  test('reads are answered as the evaluator answers them', { timeout }, async () => {
    const successes = await tryMany(wanted, async (dice) => {
      const read = someRead(dice, world)
      const wire = print(read)
      const actual = await ask(shop, wire)
      return {
        request: describeWire(wire),
        differs: difference(answerRead(read, world), actual),
        status: actual.status,
      }
    })
    expect(successes).toBeGreaterThan(wanted / 2)
  })

  test('writes are answered as the evaluator answers them, and leave its tables', { timeout }, async () => {
    const runs = Math.ceil(wanted / 4)
    await restoreWorld(shop)
    const successes = await tryMany(runs, async (dice) => {
      const write = someWrite(dice, world)
      const wire = print(write)
      const { expected, world: left } = answerWrite(write, world)
      try {
        const actual = await ask(shop, wire)
        const differs = difference(expected, actual) ?? worldDifference(left, await loadWorld(shop))
        return { request: describeWire(wire), differs, status: actual.status }
      } finally {
        await restoreWorld(shop)
      }
    })
    expect(successes).toBeGreaterThan(runs / 3)
  })
})

describe('SQL written by hand answers the same', () => {
  test.each(fixedRequests)('$path', async ({ path, sql }) => {
    const text = `select coalesce(json_agg(t), '[]')::text as rows from (${sql}) t`
    const [expected] = await shop.database.databases.system.read(systemSession, (tx) =>
      tx.query<{ rows: string }>(text),
    )
    const answer = await shop.get(encodeURI(path), service)
    expect({ status: answer.statusCode, rows: answer.json<unknown>() }).toEqual({
      status: 200,
      rows: JSON.parse(expected?.rows ?? '') as unknown,
    })
    expect(answer.json<unknown[]>()).not.toEqual([])
  })
})
