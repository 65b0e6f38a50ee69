import { describe, expect, it } from 'vitest'

import { boxBlur } from './blur.ts'
import { fromHex, fromLch, fromOklab, mix, toHex, toLch, toOklab } from './colour.ts'
import { coverage } from './coverage.ts'
import { parsePath } from './path.ts'
import { createPlane } from './plane.ts'
import { hashUnit, Random } from './random.ts'
import { resampleLanczos, resampleNearest } from './resample.ts'
import { resize } from './resize.ts'
import { ellipse } from './shapes.ts'

describe('Random', () => {
  it('forks by name, whatever was drawn before', () => {
    const fresh = new Random(5)
    const used = new Random(5)
    used.next()
    used.next()
    expect(used.fork('sky').next()).toBe(fresh.fork('sky').next())
    expect(fresh.fork('sea').next()).not.toBe(fresh.fork('sky').next())
  })

  it('spreads evenly', () => {
    const random = new Random(11)
    const bins = new Uint32Array(10)
    for (let i = 0; i < 20_000; i++) bins[Math.floor(random.next() * 10)]!++
    for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(220)
  })

  it('hashes grid places to 0..1 without visible rows', () => {
    let sum = 0
    for (let i = 0; i < 4096; i++) sum += hashUnit(3, i % 64, i >> 6)
    expect(sum / 4096).toBeCloseTo(0.5, 1)
  })
})

describe('colour', () => {
  it.each(['#000000', '#ffffff', '#d8362f', '#2f72c4', '#4f9a4a'])('%s survives OKLab and LCH', (code) => {
    expect(toHex(fromOklab(toOklab(fromHex(code))))).toBe(code)
    expect(toHex(fromLch(toLch(fromHex(code))))).toBe(code)
  })

  it('mixes black and white to a middle grey of the eye, not of the numbers', () => {
    expect(mix([0, 0, 0], [1, 1, 1], 0.5)[0]).toBeCloseTo(0.388, 2)
  })
})

function areaOf(polygon: readonly number[], size = { width: 100, height: 100 }): number {
  let area = 0
  coverage(size, [polygon], (_x, _y, covered) => {
    area += covered
  })
  return area
}

describe('coverage', () => {
  it('is exact on shapes that cut pixels', () => {
    expect(areaOf([10.25, 10.5, 20.75, 10.5, 20.75, 30.25, 10.25, 30.25])).toBeCloseTo(10.5 * 19.75, 3)
    expect(areaOf([10, 10, 50, 13, 22, 60])).toBeCloseTo(982, 0)
    expect(areaOf(ellipse([50, 50], [30, 20], 0.4, 400))).toBeCloseTo(Math.PI * 600, -1)
  })

  it('clips to the picture on every side', () => {
    expect(areaOf([-50, -50, 150, -50, 150, 150, -50, 150])).toBeCloseTo(100 * 100, 0)
    expect(areaOf([200, 0, 300, 0, 300, 50])).toBe(0)
  })
})

describe('parsePath', () => {
  it('reads absolute and relative commands alike', () => {
    const absolute = parsePath('M10 10 L20 10 V20 H10 Z')
    expect(parsePath('m10 10 l10 0 v10 h-10 z')).toEqual(absolute)
    expect(absolute).toEqual([[10, 10, 20, 10, 20, 20, 10, 20]])
  })

  it('refuses what it cannot draw', () => {
    expect(() => parsePath('M0 0 A5 5 0 0 1 10 10')).toThrow('Path command A is not drawn')
  })
})

describe('planes', () => {
  const flat = { ...createPlane(40, 30), data: new Float32Array(1200).fill(0.7) }

  it.each([
    ['boxBlur', () => boxBlur(flat, 6, 2)],
    ['resize up', () => resize(flat, 77, 61)],
    ['resize down', () => resize(flat, 11, 7)],
    ['Lanczos up', () => resampleLanczos(flat, 77, 61)],
    ['Lanczos down', () => resampleLanczos(flat, 11, 7)],
    ['nearest', () => resampleNearest(flat, 77, 61)],
  ])('%s keeps a flat field flat', (_name, change) => {
    for (const value of change().data) expect(value).toBeCloseTo(0.7, 4)
  })
})
