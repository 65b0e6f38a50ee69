import { expect, test } from 'vitest'

import { endAround, newerEnd, olderEnd, windowLength, windowOf, type WindowEnd } from './visible-window.ts'

const thread = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, place) => ({ id: `${from + place}` }))
const edges = (items: { id: string }[], end: WindowEnd) => {
  const { shown } = windowOf(items, end)
  return [shown[0]?.id, shown.at(-1)?.id]
}

test('of ten thousand messages a bounded number is drawn, and every one is reached by going up and down', () => {
  const items = thread(0, 10_000)
  const seen = new Set<string>()
  let end: WindowEnd = null
  let most = 0
  const look = () => {
    const { shown } = windowOf(items, end)
    most = Math.max(most, shown.length)
    for (const { id } of shown) seen.add(id)
  }
  for (look(); windowOf(items, end).hasOlder; look()) end = olderEnd(items, end)
  expect(seen.size).toBe(10_000)
  seen.clear()
  for (look(); windowOf(items, end).hasNewer; look()) end = newerEnd(items, end)
  expect(seen.size).toBe(10_000)
  expect(end).toBeNull()
  expect(most).toBe(windowLength)
})

test('each step keeps most of what was shown, so that the eye stays where it was', () => {
  const items = thread(0, 1000)
  const before = windowOf(items, null).shown
  const after = windowOf(items, olderEnd(items, null)).shown
  expect(after.filter((item) => before.includes(item)).length).toBeGreaterThanOrEqual(windowLength / 2)
})

test('what is loaded above or arrives below moves nothing', () => {
  const items = thread(500, 1000)
  const end = olderEnd(items, null)
  expect(edges(thread(0, 1200), end)).toEqual(edges(items, end))
})

test('at the end the newest comes in; a message that is gone gives way to the end', () => {
  expect(edges(thread(0, 500), null)[1]).toBe('499')
  expect(edges(thread(0, 501), null)[1]).toBe('500')
  expect(edges(thread(0, 500), 'gone')[1]).toBe('499')
})

test('a found message stands inside its window', () => {
  const items = thread(0, 1000)
  for (const id of ['0', '3', '400', '990', '999'])
    expect(windowOf(items, endAround(items, id)).shown.some((item) => item.id === id)).toBe(true)
  expect(edges(items, endAround(items, '0'))[0]).toBe('0')
})
