import { expect, test } from 'vitest'

import { modeOf, type ModeChoice } from './mode.ts'

test.each<[ModeChoice, string]>([
  [{ chosen: null, isEnhanced: false, references: 0 }, 'normal'],
  [{ chosen: null, isEnhanced: false, references: 1 }, 'enhanced'],
  [{ chosen: null, isEnhanced: false, references: 2 }, 'cortexia'],
  [{ chosen: null, isEnhanced: true, references: 0 }, 'enhanced'],
  [{ chosen: null, isEnhanced: true, references: 3 }, 'enhanced'],
  [{ chosen: 'cortexia', isEnhanced: true, references: 0 }, 'cortexia'],
  [{ chosen: 'normal', isEnhanced: false, references: 3 }, 'normal'],
])('%o is %s', (choice, mode) => {
  expect(modeOf(choice)).toBe(mode)
})
