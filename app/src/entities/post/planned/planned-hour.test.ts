import { describe, expect, test } from 'vitest'

import { faultOf, nameZone, proposedHour, toField } from './planned-hour.ts'

const now = new Date(2026, 10, 23, 2, 20)

describe('the hour of a planned publication', () => {
  test('is written as the field holds it and read back as the same minute', () => {
    expect(toField(new Date(2026, 2, 5, 8, 4))).toBe('2026-03-05T08:04')
    expect(new Date(toField(now)).getTime()).toBe(now.getTime())
  })

  test('is proposed at a full hour, half an hour ahead at least', () => {
    expect(toField(proposedHour(now))).toBe('2026-11-23T03:00')
    expect(toField(proposedHour(new Date(2026, 10, 23, 23, 45)))).toBe('2026-11-24T01:00')
  })

  test.each([
    ['', 'missing'],
    ['demain', 'missing'],
    ['2026-11-23T02:20', 'past'],
    ['2026-11-23T02:21', null],
    ['2026-12-23T02:20', null],
    ['2026-12-23T02:21', 'tooFar'],
  ])('%s: %s', (field, fault) => {
    expect(faultOf(field, now.getTime())).toBe(fault)
  })

  test('names its zone in full, in the language of the reader', () => {
    const zone = nameZone(now, 'fr')
    expect(zone).toMatch(/UTC/u)
    expect(nameZone(now, 'en')).toMatch(/UTC|GMT/u)
  })
})
