import { expect, test } from 'vitest'

import { createTurns, TurnsFullError } from '../../functions/_shared/image-engines/turns.ts'

const never = new AbortController().signal

function gates() {
  const opened = new Map<string, () => void>()
  const begun: string[] = []
  const work = (name: string) => () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    begun.push(name)
    opened.set(name, () => resolve(name))
    return promise
  }
  return { begun, work, end: (name: string) => opened.get(name)?.() }
}

test('whoever stops waiting frees their place at that moment', async () => {
  const { begun, work, end } = gates()
  const turns = createTurns(1, 1)
  const a = turns.take(never, work('a'))
  const canceled = new AbortController()
  const b = turns.take(canceled.signal, work('b'))
  await expect(turns.take(never, work('x'))).rejects.toThrow(TurnsFullError)
  canceled.abort(new Error('canceled'))
  const c = turns.take(never, work('c'))
  await expect(b).rejects.toThrow('canceled')
  end('a')
  await a
  await expect.poll(() => begun).toEqual(['a', 'c'])
  end('c')
  expect(await c).toBe('c')
})

test('a turn that ends goes to who waits longest, not to who comes at that moment', async () => {
  const { begun, work, end } = gates()
  const turns = createTurns(1, 1)
  const a = turns.take(never, work('a'))
  const b = turns.take(never, work('b'))
  const c = a.then(() => turns.take(never, work('c')))
  end('a')
  await expect.poll(() => begun).toEqual(['a', 'b'])
  end('b')
  await b
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  end('c')
  expect(await c).toBe('c')
})

test('canceled just as their turn came, they pass it on, and nobody behind them is forgotten', async () => {
  const { begun, work, end } = gates()
  const turns = createTurns(1)
  const canceled = new AbortController()
  const a = turns.take(never, work('a'))
  const b = turns.take(canceled.signal, work('b'))
  const places: number[] = []
  const c = turns.take(never, work('c'), (place) => places.push(place))
  end('a')
  void a.then(() => canceled.abort(new Error('canceled')))
  await expect(b).rejects.toThrow('canceled')
  await expect.poll(() => begun).toEqual(['a', 'c'])
  end('c')
  expect(await c).toBe('c')
  expect(places).toEqual([1])
})

test('work that fails, or throws at once, gives its turn back', async () => {
  const turns = createTurns(1, 0)
  await expect(turns.take(never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(
    turns.take(never, () => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(await turns.take(never, async () => 'well')).toBe('well')
})
