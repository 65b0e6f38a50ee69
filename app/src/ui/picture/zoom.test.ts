import { expect, test } from 'vitest'

import { fitted, fittedSize, fullScale, within, zoomAt } from './zoom.ts'

const frame = { width: 400, height: 400 }
const picture = { width: 1600, height: 800 }

test('the whole picture is in the frame, and full scale shows one pixel for one', () => {
  expect(fittedSize(picture, frame)).toEqual({ width: 400, height: 200 })
  expect(fullScale(picture, frame)).toBe(4)
  expect(fullScale({ width: 100, height: 100 }, frame)).toBe(2)
})

test('what is under the finger stays under it', () => {
  const view = zoomAt(fitted, 2, { at: { x: 100, y: 50 } })
  expect(view).toEqual({ scale: 2, x: -100, y: -50 })
  expect(zoomAt(view, 0.5, { at: { x: 100, y: 50 } })).toEqual(fitted)
})

test('never further away than whole, never endlessly close', () => {
  expect(zoomAt(fitted, 0.1).scale).toBe(1)
  expect(zoomAt(fitted, 100).scale).toBe(6)
})

test('a drag stops at the edges, and where the picture is smaller than the frame nothing moves', () => {
  expect(within({ scale: 2, x: 900, y: 900 }, picture, frame)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(within({ scale: 1, x: 50, y: -50 }, picture, frame)).toEqual(fitted)
})
