import { expect, test } from 'vitest'

import { indexConstants } from './index-constants.ts'

const predicates = [
  `(state = 'open'::text)`,
  `(((state)::text = 'on-loan'::text) AND (returned_at IS NULL))`,
  `(("Shelf" = 'A'::shelf) OR (state = 'open'::text))`,
  `(state <> 'lost'::text)`,
  `(note = 'it''s here'::text)`,
]

test('finds the constants that a column is compared with, each once', () => {
  expect(indexConstants('state', predicates)).toEqual(['open', 'on-loan'])
  expect(indexConstants('Shelf', predicates)).toEqual(['A'])
})

test('takes nothing but plain words, and nothing of other columns', () => {
  expect(indexConstants('note', predicates)).toEqual([])
  expect(indexConstants('stat', predicates)).toEqual([])
})
