import { expect, test } from 'vitest'

import { approach, clothFor, looksOther, shuttleAt, wholeRows, wovenShare, yarnsFor } from './weave.ts'

test('the cloth has the format of the picture', () => {
  expect(clothFor({ width: 1024, height: 1024 })).toEqual({ columns: 20, rows: 20 })
  expect(clothFor({ width: 768, height: 1024 }).rows).toBe(27)
})

test('what the engine says is what is woven; without a word it grows and never ends', () => {
  expect(wovenShare(0.4, 60_000)).toBe(0.4)
  const guesses = [0, 500, 1000, 3000, 10_000, 60_000].map((elapsed) => wovenShare(null, elapsed))
  expect(guesses[0]).toBe(0)
  expect(guesses).toEqual(guesses.toSorted((a, b) => a - b))
  expect(guesses.at(-1)).toBeLessThan(1)
})

test('the cloth comes closer with each frame, and arrives', () => {
  let shown = 0
  for (let frame = 0; frame < 200; frame += 1) {
    const next = approach(shown, 0.5, 16)
    expect(next).toBeGreaterThanOrEqual(shown)
    shown = next
  }
  expect(shown).toBe(0.5)
})

test('the shuttle crosses each row once', () => {
  expect(shuttleAt(0, 26)).toEqual({ row: 0, share: 0 })
  expect(shuttleAt(1.5 / 26, 26)).toEqual({ row: 1, share: 0.5 })
  expect(shuttleAt(1, 26)).toEqual({ row: 25, share: 1 })
})

test('a cloth is drawn again when it looks other: by whole rows where nothing moves, else by half a pixel', () => {
  const still = { rows: 20, width: 600, isStill: true }
  expect(looksOther(0.501, 0.549, still)).toBe(false)
  expect(looksOther(0.549, 0.551, still)).toBe(true)
  expect(looksOther(0.999, 1, still)).toBe(true)
  expect([0, 0.5, 0.999, 1].map((share) => wholeRows(share, 20))).toEqual([0, 10, 19, 20])
  const moving = { ...still, isStill: false }
  expect(looksOther(0.5, 0.5, moving)).toBe(false)
  expect(looksOther(0.5, 0.50003, moving)).toBe(false)
  expect(looksOther(0.5, 0.50005, moving)).toBe(true)
})

test('the same words give the same yarns', () => {
  expect(yarnsFor('une pirogue')).toEqual(yarnsFor('une pirogue'))
  expect(yarnsFor('une pirogue')).toHaveLength(4)
})
