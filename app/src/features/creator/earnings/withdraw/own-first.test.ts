import { expect, it } from 'vitest'

import { ownFirst } from './own-first.ts'

const operators = [
  { code: 'orange_bf', country: 'BF' },
  { code: 'mtn_bj', country: 'BJ' },
  { code: 'moov_bj', country: 'BJ' },
  { code: 'tmoney_tg', country: 'TG' },
]
const codes = (proven: string | null, here: string) => ownFirst(operators, proven, here).map(({ code }) => code)

it('whose number is proven is asked for that operator first, anybody else for one of where they are', () => {
  expect(codes('moov_bj', 'TG')).toEqual(['moov_bj', 'mtn_bj', 'orange_bf', 'tmoney_tg'])
  expect(codes(null, 'TG')).toEqual(['tmoney_tg', 'orange_bf', 'mtn_bj', 'moov_bj'])
  expect(codes('gone_bj', 'BJ')[0]).toBe('mtn_bj')
})
