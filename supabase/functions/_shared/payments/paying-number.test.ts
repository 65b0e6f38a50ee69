import { describe, expect, test } from 'vitest'

import { normaliseNumber } from './paying-number.ts'

const benin = { code: 'mtn_bj', country: 'BJ', dial: '229', digits: 10 }
const senegal = { code: 'orange_sn', country: 'SN', dial: '221', digits: 9 }

describe('a number of Benin', () => {
  test.each([
    ['01 97 12 34 56', '2290197123456'],
    ['+229 01 97 12 34 56', '2290197123456'],
    ['00229 0197123456', '2290197123456'],
    ['2290197123456', '2290197123456'],
    ['97 12 34 56', '2290197123456'],
    ['+229 97123456', '2290197123456'],
    ['01 97 12', null],
    ['+225 07 12 34 56 78', null],
    ['01 97 12 34 5a', null],
    ['', null],
  ])('%s', (typed, number) => {
    expect(normaliseNumber(typed, benin)).toBe(number)
  })
})

test('one of Senegal has nine digits', () => {
  expect(normaliseNumber('77 123 45 67', senegal)).toBe('221771234567')
  expect(normaliseNumber('71234567', senegal)).toBeNull()
})
