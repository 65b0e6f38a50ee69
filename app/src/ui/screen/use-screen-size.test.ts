import { expect, test } from 'vitest'

import { toScreenSize } from './use-screen-size.ts'

test.each([
  [767, 'isMobile'],
  [768, 'isTablet'],
  [1023, 'isTablet'],
  [1024, 'isDesktop'],
] as const)('%i wide: %s alone', (width, kind) => {
  const kinds = { isMobile: false, isTablet: false, isDesktop: false, [kind]: true }
  expect(toScreenSize(width, 800)).toEqual({ ...kinds, width, height: 800 })
})
