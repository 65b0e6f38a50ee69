import { expect, test } from 'vitest'

import { covering, cutOf } from './crop.ts'

const picture = { width: 2000, height: 1000 }
const frame = { width: 300, height: 300 }
const whole = { scale: 1, x: 0, y: 0 }

test('at first the middle of the picture fills the frame', () => {
  expect(cutOf(whole, picture, frame)).toEqual({ x: 500, y: 0, width: 1000, height: 1000 })
})

test('a drag to the right shows what is further left, up to the edge', () => {
  const dragged = covering({ scale: 1, x: 9999, y: 50 }, picture, frame)
  expect(dragged).toEqual({ scale: 1, x: 150, y: 0 })
  expect(cutOf(dragged, picture, frame)).toEqual({ x: 0, y: 0, width: 1000, height: 1000 })
})

test('twice as close shows half as much, around what is in the middle', () => {
  expect(cutOf({ scale: 2, x: 0, y: 0 }, picture, frame)).toEqual({ x: 750, y: 250, width: 500, height: 500 })
})

test('a banner cuts a tall picture in the same way', () => {
  const tall = { width: 900, height: 1600 }
  const cut = cutOf(covering({ scale: 1, x: 0, y: -9999 }, tall, { width: 600, height: 200 }), tall, {
    width: 600,
    height: 200,
  })
  expect(cut).toEqual({ x: 0, y: 1300, width: 900, height: 300 })
})
