import * as v from 'valibot'
import { expect, test } from 'vitest'

import { GenerationRequest, defaultImageSize, generationThrottleMs, maxReferences } from './index.ts'

test('who names nothing but words orders one picture of 1024 by 1024 in the mode cortexia', () => {
  expect(v.parse(GenerationRequest, { prompt: 'Un baobab' })).toMatchObject({
    prompt: 'Un baobab',
    mode: 'cortexia',
    width: 1024,
    height: 1024,
    count: 1,
    references: [],
  })
})

test('the constants of spec §9', () => {
  expect({ maxReferences, defaultImageSize, generationThrottleMs }).toEqual({
    maxReferences: 3,
    defaultImageSize: 1024,
    generationThrottleMs: 2000,
  })
})

test('the first of several pictures may be named twice; a fourth is refused', () => {
  const references = (images: string[]) => v.parse(GenerationRequest, { prompt: 'x', image: 'a', images }).references
  expect(references(['a', 'b', 'c']).map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  expect(references([]).map(({ url }) => url)).toEqual(['a'])
  expect(() => references(['a', 'b', 'c', 'd'])).toThrow('Invalid length')
})
