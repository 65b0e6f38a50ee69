import { expect, it } from 'vitest'

import { fromHex, toLch } from '../../../core/colour.ts'
import { Random } from '../../../core/random.ts'
import { skinColours } from '../colouring.ts'
import { drawTone } from './skin-tone.ts'

it('draws skins by lot, dark and medium most often, and never a yellow one', () => {
  const tones = Array.from({ length: 400 }, (_, seed) => drawTone(new Random(seed)))
  const count = (...wanted: readonly string[]) => tones.filter((tone) => wanted.includes(tone)).length
  expect(count('dark', 'medium-dark', 'medium') / 400).toBeGreaterThan(0.7)
  expect(count('light', 'medium-light')).toBeGreaterThan(0)
  for (const tone of new Set(tones)) {
    const [, chroma, hue] = toLch(skinColours(tone)(fromHex('70534a')))
    expect(chroma).toBeLessThan(0.12)
    expect(hue).toBeLessThan(85)
  }
})
