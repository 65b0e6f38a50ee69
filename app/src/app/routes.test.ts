import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#navigation/paths.ts'

afterEach(() => vi.unstubAllGlobals())

test('every path has its screen, once', async () => {
  vi.stubGlobal('location', new URL('https://cortexia.example/'))
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { getElementById: () => null })
  const { routes } = await import('./routes.ts')
  expect(routes.map(({ path }) => path).sort()).toEqual(Object.values(paths).sort())
})
