import { expect, test } from 'vitest'

import { lookOfPixels } from './look.ts'

const side = 72
/** RGBA of 72 by 72 pixels. */
const paint = (colourAt: (x: number, y: number) => readonly number[]) =>
  Uint8ClampedArray.from(
    Array.from({ length: side * side }, (_, pixel) => colourAt(pixel % side, Math.floor(pixel / side))).flat(),
  )

test('a picture counts everywhere, each field with its own colour', () => {
  const look = lookOfPixels(paint((_, y) => (y < 36 ? [255, 0, 0, 255] : [0, 0, 255, 255])))
  expect(look).toEqual({ colours: 'ff0000'.repeat(32) + '0000ff'.repeat(32), weights: 'ff'.repeat(64) })
})

test('of a drawing only what is drawn counts, in its own colour and not mixed with the empty sheet', () => {
  const look = lookOfPixels(paint((x, y) => (x < 9 && y < 9 && x % 3 === 0 ? [10, 200, 30, 255] : [0, 0, 0, 0])))
  expect(look?.colours.slice(0, 6)).toBe('0ac81e')
  expect(look?.weights.slice(0, 4)).toBe('5500')
})

test('an empty sheet looks like nothing', () => {
  expect(lookOfPixels(paint(() => [0, 0, 0, 0]))).toBeNull()
})
