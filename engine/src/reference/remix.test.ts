import { describe, expect, test } from 'vitest'

import { toOklab } from '../core/colour.ts'
import { Frame } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import type { Pixels } from '../core/pixels.ts'
import { createRandom } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { parsePrompt } from '../prompt/parse.ts'
import { applyStyle } from '../styles/apply-style.ts'
import { lumaOf } from '../styles/filters/channels.ts'
import { gradePicture } from '../styles/grading/grade-picture.ts'
import { cover } from './cover.ts'
import { type ComposeScene, remix } from './remix.ts'
import { type Layout, weave } from './weave.ts'

const SIDE = 128
const SIZE = { width: SIDE, height: SIDE }

type Painter = (x: number, y: number) => readonly [number, number, number]

function pixels(width: number, height: number, paint: Painter): Pixels {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3)
      data.set(
        paint(x, y).map((v) => clamp(v) * 255),
        at,
      )
  }
  return { width, height, data, channels: 3 }
}

/** A bright scene, far lighter than any face. */
const brightScene: ComposeScene = (spec, size) => {
  const frame = new Frame(size.width, size.height)
  const isNight = spec.time === 'night'
  for (let i = 0; i < frame.size; i++) {
    const t = Math.floor(i / size.width) / size.height
    frame.r[i] = isNight ? 0.04 : 0.6 + 0.2 * t
    frame.g[i] = isNight ? 0.08 : 0.75 + 0.15 * t
    frame.b[i] = isNight ? 0.25 + 0.1 * t : 0.98
  }
  return {
    frame,
    palette: { light: [1, 0.96, 0.86] },
    horizon: size.height / 2,
    light: {
      x: size.width / 2,
      y: size.height / 3,
      direct: [0.8, 0.8, 0.7],
      ambient: [0.5, 0.5, 0.6],
      haze: [0.7, 0.8, 0.9],
      isNight,
    },
  }
}

function remixed(references: readonly Pixels[], prompt: string, negative = '', seed = 3) {
  const random = createRandom(prompt, seed)
  const spec = parsePrompt(prompt, negative, random.fork('parse'))
  const result = remix(references, SIZE, { spec, composeScene: brightScene }, random.fork('reference'))
  return { ...result, spec, random }
}

function finished(references: readonly Pixels[], prompt: string): Frame {
  const { frame, spec, random } = remixed(references, prompt)
  const styled = applyStyle(frame, { spec, isRemix: true }, random.fork('style')).frame
  gradePicture(styled, { spec, isRemix: true }, random.fork('grade'))
  return styled
}

const DARK_SKIN = [0.36, 0.23, 0.17] as const

function isFace(x: number, y: number): boolean {
  return Math.hypot(x - SIDE / 2, (y - SIDE / 2) / 1.25) < SIDE * 0.24
}

const grain = new Noise(createRandom('grain', 1))
/** A dark face, with some modelling, before a teal wall. */
const portrait = pixels(SIDE, SIDE, (x, y) => {
  const shade = 1 + 0.12 * grain.fbm(x / 20, y / 20, 3)
  return isFace(x, y) ? [DARK_SKIN[0] * shade, DARK_SKIN[1] * shade, DARK_SKIN[2] * shade] : [0.12, 0.5, 0.5]
})

/** Mean OKLab over the middle of the face. */
function faceOf(frame: Frame): readonly [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let i = 0; i < frame.size; i++) {
    if (Math.hypot((i % SIDE) - SIDE / 2, Math.floor(i / SIDE) - SIDE / 2) > SIDE * 0.16) continue
    const lab = toOklab([frame.r[i]!, frame.g[i]!, frame.b[i]!])
    for (const k of [0, 1, 2] as const) sum[k] += lab[k]
    count++
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

describe('a dark face', () => {
  const before = faceOf(cover(portrait, SIZE).frame)

  test.each(['tons bleus', 'rose', 'en jaune et or', 'turquoise', 'blanc et bleu', 'palette rouge'])(
    'is not lightened by colours alone: %s',
    (prompt) => {
      const after = faceOf(finished([portrait], prompt))
      expect(after[0]).toBeLessThan(before[0] + 0.03)
      expect(after[0]).toBeGreaterThan(before[0] - 0.12)
    },
  )

  test('keeps its own hue under another colour', () => {
    const after = faceOf(finished([portrait], 'tons bleus'))
    const hue = (Math.atan2(after[2], after[1]) * 180) / Math.PI
    expect(hue).toBeGreaterThan(0)
    expect(hue).toBeLessThan(90)
  })

  test.each(['ambiance joyeuse', 'romantique', 'un jardin au printemps'])(
    'hardly by a mood or a place: %s',
    (prompt) => {
      expect(faceOf(finished([portrait], prompt))[0]).toBeLessThan(before[0] + 0.08)
    },
  )

  test('may change with a named light', () => {
    const day = faceOf(remixed([portrait], 'en plein jour').frame)
    const night = faceOf(remixed([portrait], 'la nuit').frame)
    expect(day[0]).toBeGreaterThan(night[0] + 0.05)
  })

  test('is not lightened by a paler neighbour in a weave', () => {
    const pale = pixels(SIDE, SIDE, () => [0.92, 0.9, 0.85])
    const woven = remixed([pale, portrait], 'collage').frame
    const skins = Array.from(woven.r, (r, i) => toOklab([r, woven.g[i]!, woven.b[i]!])[0]).sort((a, b) => a - b)
    expect(skins[Math.round(skins.length * 0.02)]).toBeLessThan(before[0] + 0.1)
  })
})

/** Three pictures that cannot be taken for one another. */
const sources = [
  pixels(SIDE, SIDE, (x, y) => (Math.floor(x / 12) % 2 ? [0.8, 0.4, 0.2] : [0.3, 0.15 + y / 400, 0.1])),
  pixels(SIDE, SIDE, (x, y) => (Math.floor(y / 9) % 2 ? [0.2, 0.5, 0.8] : [0.1 + x / 500, 0.2, 0.3])),
  pixels(SIDE, SIDE, (x, y) => {
    const ring = Math.floor(Math.hypot(x - 64, y - 64) / 7) % 2
    return ring ? [0.4, 0.8, 0.3] : [0.1, 0.25, 0.15]
  }),
]

function correlation(a: Float32Array, b: Float32Array, at: readonly number[]): number {
  const mean = (v: Float32Array) => at.reduce((sum, i) => sum + v[i]!, 0) / at.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const i of at) {
    ab += (a[i]! - ma) * (b[i]! - mb)
    aa += (a[i]! - ma) ** 2
    bb += (b[i]! - mb) ** 2
  }
  return ab / Math.sqrt(aa * bb + 1e-12)
}

/** Share of 16-pixel blocks of the picture that are unmistakably this source. */
function recognisable(picture: Frame, source: Frame, least: number): number {
  const [a, b] = [lumaOf(picture).data, lumaOf(source).data]
  let found = 0
  for (let block = 0; block < 64; block++) {
    const at = Array.from({ length: 256 }, (_, k) => {
      const x = (block % 8) * 16 + (k % 16)
      const y = Math.floor(block / 8) * 16 + Math.floor(k / 16)
      return y * SIDE + x
    })
    if (correlation(a, b, at) > least) found++
  }
  return found / 64
}

describe('a weave', () => {
  test.each([
    ['diagonal', 2],
    ['bands', 2],
    ['bands', 3],
    ['radial', 3],
  ] as const)('%s of %i keeps every source recognisable', (layout: Layout, count) => {
    const originals = sources.slice(0, count).map((source) => cover(source, SIZE).frame)
    const copies = originals.map((frame) => frame.clone())
    const woven = weave(copies, { layout, harmony: 0.7, lightness: 0.15 }, createRandom('weave', 5))
    originals.forEach((original, k) => {
      expect(woven.shares[k]).toBeGreaterThan(0.12)
      expect(recognisable(woven.frame, original, 0.9)).toBeGreaterThan(0.12)
    })
    expect(woven.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1)
  })

  test('a double exposure shows both sources', () => {
    const bright = pixels(SIDE, SIDE, (x) => (x < 64 ? [0.9, 0.88, 0.85] : [0.1, 0.08, 0.08 + (x % 16) / 100]))
    const originals = [bright, sources[1]!].map((source) => cover(source, SIZE).frame)
    const copies = originals.map((frame) => frame.clone())
    const weaving = { layout: 'double-exposure', harmony: 0.7, lightness: 0.15 } as const
    const { frame } = weave(copies, weaving, createRandom('weave', 5))
    expect(recognisable(frame, originals[1]!, 0.9)).toBeGreaterThan(0.3)
    const rows = lumaOf(frame).data
    expect(rows[64 * SIDE + 20]!).toBeGreaterThan(rows[64 * SIDE + 100]! + 0.1)
  })

  test('stays recognisable once painted', () => {
    const picture = finished(sources, '')
    for (const source of sources) expect(recognisable(picture, cover(source, SIZE).frame, 0.6)).toBeGreaterThan(0.08)
  })
})

/** A plain sky over a dark ridge and ground. */
const view = pixels(SIDE, SIDE, (x, y) =>
  y < 60 + 6 * Math.sin(x / 9) ? [0.35, 0.55, 0.8 - y / 400] : [0.45, 0.3 + ((x * 7 + y * 3) % 11) / 60, 0.18],
)

describe('the words', () => {
  test('name a style only: the picture is left to the style', () => {
    expect(remixed([view], 'vitrail').frame.r).toEqual(cover(view, SIZE).frame.r)
  })

  test('name a night: the sky is replaced, and says so', () => {
    const { frame, receipts } = remixed([view], 'nuit étoilée')
    expect(receipts[0]!.isSkyReplaced).toBe(true)
    expect(lumaOf(frame).data[10 * SIDE + 2]!).toBeLessThan(0.3)
  })

  test('leave the sky when none is to be seen', () => {
    const busy = pixels(SIDE, SIDE, (x, y) => (((x >> 2) + (y >> 2)) % 2 ? [0.9, 0.8, 0.2] : [0.1, 0.1, 0.3]))
    expect(remixed([busy], 'nuit étoilée').receipts[0]!.isSkyReplaced).toBe(false)
  })

  test('are repeatable, and another seed is another picture', () => {
    const snowfall = (seed: number) => remixed([view], 'sous la neige', '', seed).frame.g
    expect(snowfall(3)).toEqual(snowfall(3))
    expect(snowfall(3)).not.toEqual(snowfall(4))
  })

  test.each([
    ['des oiseaux', 'oiseaux'],
    ['des papillons', 'papillons'],
    ['des lucioles', 'lucioles'],
    ['des fleurs', 'fleurs'],
    ['des lanternes', 'lanternes'],
  ])('ask for %s: painted, unless the negative prompt says « %s »', (prompt, negative) => {
    const plain = cover(view, SIZE).frame
    expect(remixed([view], prompt).frame.g).not.toEqual(plain.g)
    expect(remixed([view], prompt, negative).frame.g).toEqual(plain.g)
  })

  test('an object asked for stands in the picture', () => {
    const plain = cover(view, SIZE).frame
    const { frame } = remixed([view], 'avec un chat')
    const changed = frame.g.filter((v, i) => Math.abs(v - plain.g[i]!) > 0.05).length / frame.size
    expect(changed).toBeGreaterThan(0.03)
    expect(changed).toBeLessThan(0.3)
  })
})

describe('a receipt', () => {
  test('tells the palette, the part used and the share', () => {
    const wide = pixels(256, 128, (x) => (x > 170 ? [(x % 9) / 9, 0.2, 0.6] : [0.5, 0.5, 0.5]))
    const { receipts } = remixed([wide], 'vitrail')
    expect(receipts).toHaveLength(1)
    expect(receipts[0]!.use).toBe('structure')
    expect(receipts[0]!.share).toBe(1)
    expect(receipts[0]!.palette.every((code) => /^#[0-9a-f]{6}$/.test(code))).toBe(true)
    // The crop follows what there is to see.
    expect(receipts[0]!.crop[0]).toBeGreaterThan(0.3)
    expect(receipts[0]!.crop[2] - receipts[0]!.crop[0]).toBeCloseTo(0.5)
  })

  test('is given for each of three references, and for no more', () => {
    const { receipts } = remixed([...sources, view], '')
    expect(receipts.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(receipts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  })
})

describe('a reference', () => {
  test('with transparency lies on white', () => {
    const data = new Uint8Array(16 * 16 * 4)
    for (let i = 0; i < data.length; i += 4) data.set([200, 0, 0, i < data.length / 2 ? 0 : 255], i)
    const { frame } = cover({ width: 16, height: 16, data, channels: 4 }, SIZE)
    expect(frame.g[5 * SIDE + 64]!).toBeCloseTo(1, 2)
    expect(frame.g[120 * SIDE + 64]!).toBeCloseTo(0, 2)
  })

  test('much larger or smaller than the picture keeps its mean', () => {
    for (const side of [17, 700]) {
      const { frame } = cover(
        pixels(side, side, (x, y) => ((x + y) % 2 ? [1, 1, 1] : [0, 0, 0])),
        SIZE,
      )
      const mean = frame.r.reduce((sum, v) => sum + v, 0) / frame.size
      expect(mean).toBeGreaterThan(0.45)
      expect(mean).toBeLessThan(0.55)
    }
  })
})
