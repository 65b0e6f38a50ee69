import { describe, expect, test } from 'vitest'

import { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import { createRandom } from '../core/random.ts'
import { OBJECTS } from '../prompt/spec.ts'
import { drawObject, objectHeights, type ObjectPlacement } from './draw-object.ts'

const SIDE = 128

const day: SceneLight = {
  x: 140,
  y: -40,
  direct: [0.86, 0.8, 0.68],
  ambient: [0.5, 0.58, 0.74],
  haze: [0.79, 0.86, 0.93],
  isNight: false,
}
const night: SceneLight = { ...day, direct: [0.4, 0.46, 0.6], ambient: [0.3, 0.36, 0.5], isNight: true }

function greyFrame(): Frame {
  const frame = new Frame(SIDE, SIDE)
  for (const channel of [frame.r, frame.g, frame.b]) channel.fill(0.5)
  return frame
}

function drawn(placement: Partial<ObjectPlacement>, light = day, seed = 1): Frame {
  const frame = greyFrame()
  const where = { name: 'cat' as const, x: SIDE / 2, y: SIDE * 0.85, height: SIDE * 0.6 }
  drawObject(frame, { ...where, ...placement }, light, createRandom('object', seed))
  return frame
}

/** Share of the pixels that differ from the grey they were painted on. */
function ink({ r, g, b, size }: Frame): number {
  let count = 0
  for (let i = 0; i < size; i++)
    if (Math.abs(r[i]! - 0.5) + Math.abs(g[i]! - 0.5) + Math.abs(b[i]! - 0.5) > 0.02) count++
  return count / size
}

function isSound({ r, g, b }: Frame): boolean {
  return [r, g, b].every((channel) => channel.every((v) => v > -0.01 && v < 2))
}

/** Their light reaches far beyond their own box, even by day. */
const SHINING: ReadonlySet<string> = new Set(['lantern', 'campfire'])

describe.each(OBJECTS)('%s', (name) => {
  test('paints a shape of a sensible size, by day and by night', () => {
    for (const light of [day, night]) {
      const frame = drawn({ name }, light)
      expect(isSound(frame)).toBe(true)
      expect(ink(frame)).toBeGreaterThan(0.015)
      expect(ink(frame)).toBeLessThan(light.isNight || SHINING.has(name) ? 1.01 : 0.75)
    }
  })

  test('is the same twice, and may stand across any edge', () => {
    expect(drawn({ name }).r).toEqual(drawn({ name }).r)
    for (const [x, y] of [
      [0, SIDE],
      [SIDE, 10],
      [-SIDE, SIDE / 2],
    ] as const)
      expect(isSound(drawn({ name, x, y }))).toBe(true)
  })

  test('has a usual height', () => {
    expect(objectHeights[name]).toBeGreaterThan(0.03)
    expect(objectHeights[name]).toBeLessThan(0.7)
  })
})

test('takes the colour the words give it', () => {
  const red = drawn({ name: 'heart', colour: [0.9, 0.1, 0.1] })
  const blue = drawn({ name: 'heart', colour: [0.1, 0.2, 0.9] })
  const centre = Math.round(SIDE * 0.6) * SIDE + SIDE / 2
  expect(red.r[centre]!).toBeGreaterThan(red.b[centre]! + 0.2)
  expect(blue.b[centre]!).toBeGreaterThan(blue.r[centre]! + 0.2)
})

test('turns towards the light', () => {
  const fromRight = drawn({ name: 'giraffe' }, { ...day, x: SIDE * 3 })
  const fromLeft = drawn({ name: 'giraffe' }, { ...day, x: -SIDE * 3 })
  expect(centreOfTop(fromRight)).toBeGreaterThan(SIDE / 2)
  expect(centreOfTop(fromLeft)).toBeLessThan(SIDE / 2)
})

/** Mean x of the ink in the upper half: where the head is. */
function centreOfTop({ r, width, size }: Frame): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < size * 0.4; i++) {
    if (Math.abs(r[i]! - 0.5) < 0.05) continue
    sum += i % width
    count++
  }
  return sum / count
}

test('people are men, women or children', () => {
  const [man, woman, child] = ['man', 'woman', 'child'].map((variant) => drawn({ name: 'person', variant }))
  expect(man!.r).not.toEqual(woman!.r)
  expect(ink(child!)).toBeLessThan(ink(man!))
})
