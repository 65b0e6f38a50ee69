import { describe, expect, test } from 'vitest'

import { Frame, Label } from '../core/frame.ts'
import { Noise } from '../core/noise.ts'
import { createRandom } from '../core/random.ts'
import { clamp } from '../core/scalar.ts'
import { parsePrompt } from '../prompt/parse.ts'
import { type PromptSpec, type Style, STYLES } from '../prompt/spec.ts'
import { applyStyle } from './apply-style.ts'
import { lumaOf } from './filters/channels.ts'
import { gradePicture } from './grading/grade-picture.ts'

const WIDTH = 112
const HEIGHT = 96

/** A sky, a sun, hills and a textured ground: edges, gradients and grain. */
function landscape(): Frame {
  const frame = new Frame(WIDTH, HEIGHT)
  const noise = new Noise(createRandom('landscape', 1))
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const isSun = Math.hypot(x - 80, y - 24) < 12
      const isSky = y < 50 + 8 * Math.sin(x / 20)
      const grain = 0.12 * noise.fbm(x / 12, y / 12, 3)
      const colour = isSun ? [1, 0.9, 0.6] : isSky ? [0.3 + y / 200, 0.5, 0.8] : [0.12 + grain, 0.22 + grain, 0.1]
      frame.r[i] = clamp(colour[0]!)
      frame.g[i] = clamp(colour[1]!)
      frame.b[i] = clamp(colour[2]!)
      frame.label[i] = isSun ? Label.body : isSky ? Label.sky : Label.ground
    }
  }
  return frame
}

function specOf(...styles: Style[]): PromptSpec {
  return { ...parsePrompt('une colline', '', createRandom('style', 1)), styles }
}

function styled(styles: Style[], seed = 1, isRemix = false) {
  return applyStyle(landscape(), { spec: specOf(...styles), isRemix }, createRandom('style', seed))
}

function correlation(a: Float32Array, b: Float32Array): number {
  const mean = (v: Float32Array) => v.reduce((sum, x) => sum + x, 0) / v.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    ab += (a[i]! - ma) * (b[i]! - mb)
    aa += (a[i]! - ma) ** 2
    bb += (b[i]! - mb) ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

describe.each(STYLES)('%s', (style) => {
  test('gives a sound picture of the same size that still shows the scene', () => {
    const { frame, applied } = styled([style])
    expect([frame.width, frame.height]).toEqual([WIDTH, HEIGHT])
    for (const channel of [frame.r, frame.g, frame.b]) expect(channel.every((v) => v > -0.3 && v < 1.6)).toBe(true)
    expect(correlation(lumaOf(frame).data, lumaOf(landscape()).data)).toBeGreaterThan(0.3)
    expect(applied.length).toBeGreaterThan(0)
  })

  test('is repeatable', () => {
    expect(styled([style]).frame.g).toEqual(styled([style]).frame.g)
  })

  test('stays sound after grading', () => {
    const { frame } = styled([style])
    gradePicture(frame, { spec: specOf(style), isRemix: false }, createRandom('grade', 1))
    expect(frame.toBytes().length).toBe(WIDTH * HEIGHT * 3)
    expect(frame.r.every(Number.isFinite)).toBe(true)
  })
})

const BRUSHED: Style[] = [
  'oil',
  'impressionism',
  'cubism',
  'watercolour',
  'pointillism',
  'mosaic',
  'low-poly',
  'sketch',
]
test.each(BRUSHED)('%s: another seed is another picture', (style) => {
  expect(styled([style], 1).frame.g).not.toEqual(styled([style], 2).frame.g)
})

test('no style is a digital painting', () => {
  expect(styled([]).applied).toEqual(['digital-painting'])
})

test('one main style and any finish', () => {
  expect(styled(['watercolour', 'oil', 'dream']).applied).toEqual(['watercolour', 'dream'])
})

test('neon glows instead of being painted', () => {
  expect(styled(['neon']).applied).toEqual(['neon'])
})

test('a photograph stays a photograph', () => {
  expect(styled(['photo'], 1, true).frame.r).toEqual(landscape().r)
})

test.each(['pixel', 'stained-glass', 'woodblock', 'poster', 'low-poly', 'sketch'] as const)(
  '%s works on the smallest picture',
  (style) => {
    const frame = new Frame(32, 24)
    for (let i = 0; i < frame.size; i++) frame.r[i] = frame.g[i] = frame.b[i] = (i % 32) / 32
    const { frame: out } = applyStyle(frame, { spec: specOf(style), isRemix: false }, createRandom('small', 1))
    expect(out.r.every(Number.isFinite)).toBe(true)
  },
)

test('black and white leaves no colour', () => {
  const frame = landscape()
  gradePicture(frame, { spec: specOf('black-and-white'), isRemix: false }, createRandom('grade', 1))
  const worst = frame.r.reduce((most, r, i) => Math.max(most, Math.abs(r - frame.b[i]!)), 0)
  expect(worst).toBeLessThan(1e-6)
})

describe('a comic', () => {
  const leafy = () => {
    const frame = new Frame(64, 64)
    for (let i = 0; i < frame.size; i++) [frame.r[i], frame.g[i], frame.b[i]] = [0.25, 0.62, 0.3]
    return frame
  }
  const greenIn = (prompt: string) => {
    const spec = parsePrompt(prompt, '', createRandom('comic', 1))
    const { frame } = applyStyle(leafy(), { spec, isRemix: false }, createRandom('comic', 1))
    return frame.g.filter((g, i) => g > frame.r[i]! * 1.4 && g > frame.b[i]! * 1.4).length / frame.size
  }

  test('keeps the colour that a thing has, and pop art does not', () => {
    expect(greenIn('une colline, bande dessinée')).toBeGreaterThan(0.9)
    expect(greenIn('une colline, pop art')).toBeLessThan(0.9)
  })
})
