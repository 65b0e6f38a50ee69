import { expect, onTestFinished, test } from 'vitest'

import { giveMemoryBack, type SpareMemoryOptions } from './spare-memory.ts'

const megabyte = 1_000_000

/** Answers how often, and how many bytes, were given back so far. */
function give(worthBytes: number, more: Partial<SpareMemoryOptions> = {}): readonly number[] {
  const returned: number[] = []
  const options = {
    everyMs: 20,
    quietBelow: 0.3,
    busyAbove: 0.5,
    restMs: 0,
    worthBytes,
    largestBytes: Infinity,
    ...more,
  }
  const giving = giveMemoryBack(options, ({ bytes }) => returned.push(bytes))
  onTestFinished(() => giving[Symbol.dispose]())
  return returned
}

async function beBusy() {
  for (let turn = 0; turn < 40; turn += 1) {
    const until = performance.now() + 10
    while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('what was taken and is no longer needed is given back once it is quiet', async () => {
  const rubbish = Array.from({ length: 400_000 }, (_, n) => ({ n, words: [n] }))
  const taken = process.memoryUsage().heapTotal
  rubbish.length = 0
  const returned = give(8 * megabyte)
  await expect.poll(() => returned).toHaveLength(1)
  expect(returned[0]).toBeGreaterThan(8 * megabyte)
  expect(process.memoryUsage().heapTotal).toBeLessThan(taken)
})

test('nobody who is being served waits for it', async () => {
  const returned = give(0)
  await beBusy()
  expect(returned).toHaveLength(0)
  await expect.poll(() => returned).not.toHaveLength(0)
})

test('whoever comes by a quiet server meets it once, until there was a busy time', async () => {
  const [once, again] = [
    give(-Infinity, { restMs: Infinity, quietBelow: Infinity, busyAbove: Infinity }),
    give(-Infinity, { restMs: Infinity }),
  ]
  await expect.poll(() => again).not.toHaveLength(0)
  const before = again.length
  await beBusy()
  await expect.poll(() => again.length).toBeGreaterThan(before)
  expect(once).toHaveLength(1)
})

test('a large heap is left to V8', async () => {
  const [left, looked] = [give(0, { largestBytes: megabyte }), give(0)]
  await expect.poll(() => looked).not.toHaveLength(0)
  expect(left).toHaveLength(0)
})

test('nobody else is handed the collector', () => {
  give(Infinity)
  expect('gc' in globalThis && globalThis.gc !== undefined).toBe(false)
})
