import { expect, test } from 'vitest'

import type { RawResult } from '../database.ts'
import { createReadJoiner, keyOfRead } from './join-reads.ts'
import { preambleOf } from './preamble.ts'

const answer = (rowCount: number): RawResult => ({ rows: [], rowCount })

test('the same reads of one moment are asked once, and all get the answer', async () => {
  const join = createReadJoiner()
  let sent = 0
  const send = () => Promise.resolve(answer(++sent))
  expect(await Promise.all([join('a', send), join('a', send), join('b', send)])).toEqual([
    answer(1),
    answer(1),
    answer(2),
  ])
})

test('a read that comes after another was sent is asked itself: it must see what was written in between', async () => {
  const join = createReadJoiner()
  const { promise: late, resolve } = Promise.withResolvers<RawResult>()
  const { promise: isSent, resolve: sending } = Promise.withResolvers<void>()
  const first = join('a', () => {
    sending()
    return late
  })
  await isSent
  const second = join('a', () => Promise.resolve(answer(2)))
  resolve(answer(1))
  expect(await Promise.all([first, second])).toEqual([answer(1), answer(2)])
})

test('a failure reaches everybody who shared it, and nobody after', async () => {
  const join = createReadJoiner()
  const fail = () => Promise.reject(new Error('lost'))
  const both = await Promise.allSettled([join('a', fail), join('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await join('a', () => Promise.resolve(answer(1)))).toEqual(answer(1))
})

test('whoever asks with other claims, settings or parameters asks something else', () => {
  const statement = { text: 'select $1', params: ['x'] }
  const key = (claims: object, settings: Record<string, string>, params: string[] = statement.params) =>
    keyOfRead(preambleOf({ role: 'anon', claims: { ...claims }, settings }, 'read', 3000), { ...statement, params })
  const same = key({}, { a: '1' })
  expect(key({}, { a: '1' })).toBe(same)
  for (const other of [
    key({ sub: '1' }, { a: '1' }),
    key({}, { a: '2' }),
    key({}, { b: '1' }),
    key({}, { a: '1' }, ['y']),
  ])
    expect(other).not.toBe(same)
  expect(
    keyOfRead(preambleOf({ role: 'anon', claims: {} }, 'read', 1), { text: 'select $1', params: [Buffer.from('x')] }),
  ).toBeNull()
  const number = { text: 'select $1', params: [Number.NaN] }
  expect(keyOfRead(preambleOf({ role: 'anon', claims: {} }, 'read', 1), number)).toBeNull()
})
