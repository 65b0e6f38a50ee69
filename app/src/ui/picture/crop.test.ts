import { expect, test } from 'vitest'

import { isWhole, keptPart, moved, turned, wholePicture, withinPicture, zoomed } from './crop.ts'

const landscape = { width: 400, height: 200 }

test('the whole picture is kept where nothing else is asked', () => {
  expect(keptPart(landscape, wholePicture)).toEqual({ left: 0, top: 0, width: 400, height: 200 })
  expect(isWhole(wholePicture)).toBe(true)
})

test('a square is cut from the middle, as large as it can be', () => {
  expect(keptPart(landscape, { ...wholePicture, ratio: 1 })).toEqual({ left: 100, top: 0, width: 200, height: 200 })
})

test('closer keeps less, and never looks beyond the edge', () => {
  const corner = { ...wholePicture, ratio: 1, zoom: 2, x: 1, y: 0 }
  expect(keptPart(landscape, corner)).toEqual({ left: 300, top: 0, width: 100, height: 100 })
  expect(withinPicture(landscape, corner)).toMatchObject({ x: 350 / 400, y: 50 / 200 })
})

test('a quarter turn exchanges the sides', () => {
  expect(turned(landscape, 1)).toEqual({ width: 200, height: 400 })
  expect(turned(landscape, 2)).toEqual(landscape)
  expect(isWhole({ ...wholePicture, turns: 4 })).toBe(true)
  expect(isWhole({ ...wholePicture, turns: 1 })).toBe(false)
})

const square = { ...wholePicture, ratio: 1 }

test('a drag to the right shows what is further left, up to the edge', () => {
  const dragged = moved(landscape, square, { x: 0.25, y: 0.25 })
  expect(keptPart(landscape, dragged)).toEqual({ left: 50, top: 0, width: 200, height: 200 })
  const far = moved(landscape, square, { x: 99, y: 0 })
  expect(keptPart(landscape, far)).toEqual({ left: 0, top: 0, width: 200, height: 200 })
  expect(far.x).toBe(0.25)
})

test('twice as close shows half as much, around what is in the middle', () => {
  const closer = zoomed(landscape, square, 2)
  expect(keptPart(landscape, closer)).toEqual({ left: 150, top: 50, width: 100, height: 100 })
})

test('what is under the finger stays under it, never further than whole and never endlessly close', () => {
  const closer = zoomed(landscape, square, 2, { x: 0.25, y: -0.25 })
  expect(keptPart(landscape, closer)).toEqual({ left: 175, top: 25, width: 100, height: 100 })
  expect(zoomed(landscape, square, 0.1).zoom).toBe(1)
  expect(zoomed(landscape, square, 100).zoom).toBe(4)
})

test('a banner cuts a tall picture in the same way', () => {
  const tall = { width: 900, height: 1600 }
  const foot = moved(tall, { ...wholePicture, ratio: 3 }, { x: 0, y: -99 })
  expect(keptPart(tall, foot)).toEqual({ left: 0, top: 1300, width: 900, height: 300 })
})
