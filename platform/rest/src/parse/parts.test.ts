import { describe, expect, test } from 'vitest'

import { RestError } from '../errors.ts'
import { parseCsv } from './csv.ts'
import { parseAccept, parseMediaType } from './media-type.ts'
import { parsePreferences } from './preferences.ts'
import { parseRange } from './range.ts'

describe('Prefer', () => {
  test('several headers merge, the first of two wins, the unknown is kept apart', () => {
    const found = parsePreferences('return=minimal, count=exact,return=representation, max-affected=3, tx=never, x')
    expect(found).toMatchObject({
      return: 'minimal',
      count: 'exact',
      maxAffected: 3,
      tx: null,
      invalid: ['tx=never', 'x'],
    })
  })

  test.each(['Europe/Paris', 'UTC', 'America/Argentina/Buenos_Aires'])('timezone=%s', (zone) => {
    expect(parsePreferences(`timezone=${zone}`).timezone).toBe(zone)
  })

  test.each(['Nowhere/At_All', "x'; drop", '+05:00', ''])('timezone=%s is none', (zone) => {
    expect(parsePreferences(`timezone=${zone}`).timezone).toBeNull()
  })
})

describe('Accept', () => {
  test('weights decide, then the order given', () => {
    const names = parseAccept('text/csv;q=0.1, application/json, */*;q=0, image/png;q=0.5').map(({ name }) => name)
    expect(names).toEqual(['application/json', 'image/png', 'text/csv'])
  })

  test('parameters may be quoted', () => {
    const { name, parameters } = parseMediaType(
      'application/vnd.pgrst.plan+json; for="text/csv;a=b"; options=analyze|wal',
    )
    expect([name, parameters]).toEqual([
      'application/vnd.pgrst.plan+json',
      { for: 'text/csv;a=b', options: 'analyze|wal' },
    ])
  })
})

describe('Range', () => {
  test.each([
    ['0-9', { first: 0, last: 9 }],
    ['items=5-', { first: 5, last: null }],
    ['bytes', { first: 0, last: null }],
    ['-5', { first: 0, last: null }],
    [undefined, { first: 0, last: null }],
  ])('%s', (header, range) => {
    expect(parseRange(header)).toEqual(range)
  })
})

describe('CSV', () => {
  test.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r\n"x, ""y""\nz"\r\n', [['a'], ['x, "y"\nz']]],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['', []],
  ])('%j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })

  test.each(['a\n"x', 'a\n"x"y'])('%j is none', (text) => {
    expect(() => parseCsv(text)).toThrow(RestError)
  })
})
