import { describe, expect, it } from 'vitest'

import { Random } from '../core/random.ts'
import { parsePrompt } from '../prompt/parse.ts'
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
