import { expect, test } from 'vitest'

import { countFilters, noFilter, pageArguments, type ImageFilter } from './my-images.ts'

/** What is null is left out of the request. */
const asked = (filter: ImageFilter, before: string | null) =>
  Object.fromEntries(Object.entries(pageArguments(filter, before)).filter(([, value]) => value !== null))

test('what narrows nothing is not asked for', () => {
  expect(asked(noFilter, null)).toEqual({ page_size: 60 })
  expect(asked({ ...noFilter, search: '  ' }, 'b')).toEqual({ page_size: 60, before: 'b' })
  expect(countFilters({ ...noFilter, search: 'x' })).toBe(0)
})

test('what narrows is asked for under the names of the server', () => {
  const filter = {
    ...noFilter,
    search: ' été ',
    mode: 'normal',
    format: 'square',
    isPublished: false,
    minStars: 3,
  } as const
  expect(asked(filter, null)).toEqual({
    search: 'été',
    mode: 'normal',
    format: 'square',
    is_published: false,
    min_stars: 3,
    page_size: 60,
  })
  expect(countFilters(filter)).toBe(4)
})

test('both days belong to the time asked for, and half a date is none', () => {
  const params = asked({ ...noFilter, from: '2026-02-27', until: '2026-02-28' }, null)
  const days = (Date.parse(String(params['made_before'])) - Date.parse(String(params['made_from']))) / 86_400_000
  expect(days).toBe(2)
  expect(asked({ ...noFilter, from: '2026-' }, null)).toEqual({ page_size: 60 })
})
