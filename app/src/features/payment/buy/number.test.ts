import { describe, expect, test } from 'vitest'

import { checkNumber, inPairs } from './number.ts'

const mtn = {
  code: 'mtn_bj',
  country: 'BJ',
  name: 'MTN',
  dial: '229',
  digits: 10,
  ussd: null,
  isFictional: true,
  prefixes: ['0197', '0161'],
  isUp: true,
}

describe('a number', () => {
  test.each([
    ['01 97 12 34 56', { is: 'fine' }],
    ['+229 0197123456', { is: 'fine' }],
    ['0022901.97.12.34.56', { is: 'fine' }],
    ['97123456', { is: 'old', number: '01 97 12 34 56' }],
    ['01 95 12 34 56', { is: 'elsewhere' }],
    ['01 97 12', { is: 'short' }],
    ['', { is: 'short' }],
    ['zéro un', { is: 'short' }],
  ])('%s', (typed, check) => {
    expect(checkNumber(typed, mtn)).toEqual(check)
  })

  test('is written in pairs', () => {
    expect([inPairs('0197123456'), inPairs('771234567')]).toEqual(['01 97 12 34 56', '77 12 34 56 7'])
  })
})
