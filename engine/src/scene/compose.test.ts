import { describe, expect, it } from 'vitest'

import { toHex } from '../core/colour.ts'
import { Label } from '../core/frame.ts'
import { Random } from '../core/random.ts'
import { parsePrompt } from '../prompt/parse.ts'
import { planPicture } from '../prompt/plan/plan-picture.ts'
import { ENVIRONMENTS } from '../prompt/spec.ts'
import { composeScene } from './compose.ts'
import '../objects/subjects/drawings.ts'

describe('composeScene', () => {
  it.each(ENVIRONMENTS)('%s holds finite numbers only, in day and at night', (environment) => {
    for (const prompt of ['jour, deux oiseaux, une maison', 'nuit, pluie, deux pirogues']) {
      const spec = { ...parsePrompt(prompt, '', new Random(2)), environment }
      const { frame } = composeScene(spec, { width: 160, height: 120 }, new Random(7))
      for (const channel of [frame.r, frame.g, frame.b]) expect(channel.every(Number.isFinite)).toBe(true)
    }
  })
})

it('does not show the same sky for every picture of an ordinary day', () => {
  const { spec } = planPicture({ prompt: 'un cheval dans la prairie' })
  const skies = Array.from({ length: 12 }, (_, seed) => {
    const { palette } = composeScene(spec, { width: 64, height: 64 }, new Random(seed))
    return palette.sky.map(toHex).join()
  })
  expect(new Set(skies).size).toBeGreaterThanOrEqual(4)
})

it('fills « le lac Rose » with rose water', () => {
  const { spec } = planPicture({ prompt: 'le lac Rose' })
  const { frame } = composeScene(spec, { width: 96, height: 96 }, new Random(3))
  const water = Array.from(frame.label.keys()).filter((i) => frame.label[i] === Label.water)
  expect(water.length).toBeGreaterThan(200)
  const mean = (channel: Float32Array) => water.reduce((sum, i) => sum + channel[i]!, 0) / water.length
  expect(mean(frame.r)).toBeGreaterThan(mean(frame.g) * 1.3)
})
