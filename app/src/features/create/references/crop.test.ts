import { expect, test } from 'vitest'

import { isWhole, keptPart, turned, wholePicture, withinPicture } from './crop.ts'

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
