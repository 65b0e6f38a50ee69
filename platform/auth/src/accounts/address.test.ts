import { describe, expect, it } from 'vitest'

import { parseDuration } from '../requests/duration.ts'
import { parseAddress, parseEmail, parsePhone } from './address.ts'

describe('addresses', () => {
  it.each([
    [' Ada@Shop.Example ', 'ada@shop.example'],
    ["o'brien+books@sub.shop.example", "o'brien+books@sub.shop.example"],
    ['élodie@librairie-été.example', 'élodie@librairie-été.example'],
    ['root@localhost', 'root@localhost'],
  ])('%j is %s', (text, email) => {
    expect(parseEmail(text)).toBe(email)
  })

  it.each([
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a b@c',
    'a@b..c',
    'a@-b',
    'a@b.',
    '<a@b>',
    'a@b\u0000',
    'a\u202E@b',
    'a@b\u202Emoc.c',
    'a\u200B@b',
    '\u2066a@b',
    'a\u00AD@b',
    'a\uD800@b',
    `${'a'.repeat(65)}@b`,
    `a@${'b'.repeat(260)}`,
  ])('%j is none', (text) => {
    expect(() => parseEmail(text)).toThrow('invalid format')
  })

  it.each([
    ['+221 77 123-45-67', '221771234567'],
    ['(225) 01.02.03', '225010203'],
  ])('%j is %s', (text, phone) => {
    expect(parsePhone(text)).toBe(phone)
  })

  it.each(['', '+', '0123', '+1234567890123456', '12a', '++221', '221;drop'])('%j is no number', (text) => {
    expect(() => parsePhone(text)).toThrow('E.164')
  })

  it('are one at a time', () => {
    expect(parseAddress({ email: null, phone: '' })).toBeNull()
    expect(() => parseAddress({ email: 'a@b', phone: '221' })).toThrow('Only an email')
  })
})

describe('durations', () => {
  it.each([
    ['24h', 86_400],
    ['1h30m', 5_400],
    ['1.5h', 5_400],
    ['90s', 90],
    ['250ms', 0.25],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseDuration(text)).toBeCloseTo(seconds)
  })

  it.each(['', '24', 'h', '-1h', '1d', '1h ', '24h; drop'])('%j is none', (text) => {
    expect(() => parseDuration(text)).toThrow('ban duration')
  })
})
