import { describe, expect, test } from 'vitest'

import { fromHex } from '../core/colour.ts'
import { Frame } from '../core/frame.ts'
import type { SceneLight } from '../core/light.ts'
import { createRandom, type Random } from '../core/random.ts'
import { drawFlower, FLOWERS } from './flowers/draw-flower.ts'
import { paintBirds } from './overlays/birds.ts'
import { paintBubbles } from './overlays/bubbles.ts'
import { paintButterflies } from './overlays/butterflies.ts'
import { paintFireflies } from './overlays/fireflies.ts'
import { paintLanterns } from './overlays/lanterns.ts'
import { paintLightning } from './overlays/lightning.ts'
import { paintMist } from './overlays/mist.ts'
import { paintPetals } from './overlays/petals.ts'
import { paintRain } from './overlays/rain.ts'
import { paintRays } from './overlays/rays.ts'
import { paintSnow, settleSnow } from './overlays/snow.ts'
import { paintStardust } from './overlays/stardust.ts'
import { drawAcacia } from './trees/acacia.ts'
import { drawBroadleaf } from './trees/broadleaf.ts'
import { drawCactus } from './trees/cactus.ts'
import { drawConifer } from './trees/conifer.ts'
import { drawCypress } from './trees/cypress.ts'
import { drawGrass } from './trees/grass.ts'
import { drawLeaf } from './trees/leaf.ts'
import { drawPalm } from './trees/palm.ts'

const SIDE = 128
const light: SceneLight = {
  x: 110,
  y: -30,
  direct: [0.86, 0.8, 0.68],
  ambient: [0.5, 0.58, 0.74],
  haze: [0.79, 0.86, 0.93],
  isNight: false,
}
const leaf = fromHex('#3f6a35')
const leafLight = fromHex('#8aa84a')
const spot = { x: SIDE / 2, y: SIDE * 0.9, height: SIDE * 0.7, leaf }

type Draw = (frame: Frame, random: Random) => void

const trees: Record<string, Draw> = {
  conifer: (frame, random) => drawConifer(frame, { ...spot, snow: 0.5 }, light, random),
  broadleaf: (frame, random) => drawBroadleaf(frame, { ...spot, leafLight }, light, random),
  palm: (frame, random) => drawPalm(frame, spot, light, random),
  cypress: (frame, random) => drawCypress(frame, spot, light, random),
  cactus: (frame, random) => drawCactus(frame, spot, light, random),
  acacia: (frame, random) => drawAcacia(frame, { ...spot, leafLight }, light, random),
  grass: (frame, random) => drawGrass(frame, { top: 80, count: 120, length: 30, leaf, leafLight }, light, random),
  leaf: (frame) => drawLeaf(frame, { x: 20, y: 100, angle: -0.6, length: 80, width: 16, leaf }, light),
}

const overlays: Record<string, Draw> = {
  birds: (frame, random) => paintBirds(frame, { x: 64, y: 40, count: 12, size: [5, 12], light }, random),
  bubbles: paintBubbles,
  butterflies: (frame, random) => paintButterflies(frame, light, random),
  fireflies: paintFireflies,
  lanterns: (frame, random) => paintLanterns(frame, { light, horizon: 70 }, random),
  lightning: (frame, random) => paintLightning(frame, { horizon: 90 }, random),
  mist: (frame, random) => paintMist(frame, { horizon: 70, haze: [0.9, 0.92, 0.95] }, random),
  petals: (frame, random) => paintPetals(frame, { colours: [leaf, leafLight], count: 60 }, random),
  rain: (frame, random) => paintRain(frame, { horizon: 70 }, random),
  rays: (frame, random) => paintRays(frame, { x: 90, y: 10, colour: [1, 0.85, 0.6] }, random),
  snow: paintSnow,
  stardust: paintStardust,
}

function painted(draw: Draw, seed = 1): Frame {
  const frame = new Frame(SIDE, SIDE)
  for (const channel of [frame.r, frame.g, frame.b]) channel.fill(0.4)
  draw(frame, createRandom('nature', seed))
  return frame
}

function ink({ r, g, b, size }: Frame): number {
  let count = 0
  for (let i = 0; i < size; i++)
    if (Math.abs(r[i]! - 0.4) + Math.abs(g[i]! - 0.4) + Math.abs(b[i]! - 0.4) > 0.01) count++
  return count / size
}

function isSound({ r, g, b }: Frame): boolean {
  return [r, g, b].every((channel) => channel.every((v) => v > -0.01 && v < 2))
}

describe.each(Object.entries({ ...trees, ...overlays }))('%s', (_, draw) => {
  test('paints something, within bounds, the same for the same seed', () => {
    const frame = painted(draw)
    expect(isSound(frame)).toBe(true)
    expect(ink(frame)).toBeGreaterThan(0.002)
    expect(painted(draw).g).toEqual(frame.g)
  })
})

test.each(Object.entries({ ...trees, ...overlays }).filter(([name]) => name !== 'leaf'))(
  '%s: another seed is another drawing',
  (_, draw) => {
    expect(painted(draw, 2).g).not.toEqual(painted(draw).g)
  },
)

describe.each(FLOWERS)('%s', (kind) => {
  test.each([2, 8, 40])('blooms at a radius of %i pixels', (radius) => {
    const bloom: Draw = (frame, random) =>
      drawFlower(frame, { kind, x: 64, y: 64, radius, colour: fromHex('#d8305a'), tilt: 0.8 }, light, random)
    const frame = painted(bloom)
    expect(isSound(frame)).toBe(true)
    expect(ink(frame) * SIDE * SIDE).toBeGreaterThan(radius * radius * 0.6)
    expect(ink(frame) * SIDE * SIDE).toBeLessThan(radius * radius * 6 + 12)
  })
})

test('mist spares what is close', () => {
  const far = painted((frame, random) => paintMist(frame, { horizon: 64, haze: [1, 1, 1] }, random))
  const near = painted((frame, random) => {
    frame.depth.fill(2)
    paintMist(frame, { horizon: 64, haze: [1, 1, 1] }, random)
  })
  const middle = 68 * SIDE + 64
  expect(near.r[middle]!).toBeLessThan(far.r[middle]!)
})

test('snow settles on edges that face the sky only', () => {
  const ledge = painted((frame) => {
    for (let i = 64 * SIDE; i < 90 * SIDE; i++) for (const channel of [frame.r, frame.g, frame.b]) channel[i] = 0.7
    settleSnow(frame)
  })
  expect(ledge.r[64 * SIDE + 10]!).toBeGreaterThan(0.72)
  expect(ledge.r[80 * SIDE + 10]!).toBeCloseTo(0.7)
  expect(ledge.r[90 * SIDE + 10]!).toBeCloseTo(0.4)
})
