import type { PicturePlan } from '@product/contract'
import { expect, test } from 'vitest'

import { verdictToAgreeTo } from './consent.ts'

const plan = (given: Partial<PicturePlan>): PicturePlan => ({
  verdict: 'partial',
  coverage: 1,
  drawn: [{ text: 'un chat', grade: 'exact' }],
  missing: [],
  unshown: [],
  unknown: null,
  ...given,
})

test.each([
  ['nothing is told', null],
  ['nothing lacks', plan({ verdict: 'complete' })],
  ['an act is not to be seen', plan({ unshown: ['qui court'], coverage: 0.6 })],
  ['a thing of many is missing', plan({ missing: ['une porte'], coverage: 0.75 })],
] as const)('where %s nobody is asked twice', (_, told) => {
  expect(verdictToAgreeTo(told)).toBeNull()
})

test.each([
  ['much is missing', plan({ missing: ['une porte'], coverage: 0.74 }), 'partial'],
  ['all of it is merely alike', plan({ drawn: [{ text: 'un guépard', grade: 'similar' }], coverage: 0.7 }), 'partial'],
  [
    'a thing is but hinted at',
    plan({ drawn: [{ text: 'une fête', grade: 'symbol' }], unshown: ['chante'] }),
    'partial',
  ],
  ['the subject itself is missing', plan({ missing: ['un zorglub'], unknown: 'un zorglub', coverage: 0.8 }), 'partial'],
  ['the subject is unknown', plan({ verdict: 'subject_unknown', unknown: 'un zorglub' }), 'subject_unknown'],
  ['nothing can be drawn', plan({ verdict: 'abstract' }), 'abstract'],
] as const)('where %s the press agrees to it', (_, told, verdict) => {
  expect(verdictToAgreeTo(told)).toBe(verdict)
})
