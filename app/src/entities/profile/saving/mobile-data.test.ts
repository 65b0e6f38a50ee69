import { afterEach, expect, test, vi } from 'vitest'

import { knowsNetwork, saverFor } from './mobile-data.ts'

afterEach(() => vi.unstubAllGlobals())

const onNetwork = (type: string | undefined) =>
  vi.stubGlobal('navigator', { connection: Object.assign(new EventTarget(), { type }) })

test('away from Wi-Fi means on mobile data; where a browser does not tell, its own wish counts', () => {
  const seen = (['cellular', 'wifi', undefined] as const).map((type) => {
    onNetwork(type)
    return [knowsNetwork(), saverFor('cellular'), saverFor('auto'), saverFor('on'), saverFor('off')]
  })
  expect(seen).toEqual([
    [true, true, null, true, false],
    [true, false, null, true, false],
    [false, null, null, true, false],
  ])
})
