import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isFresh, readRange } from './conditional.ts'

const validators = { etag: '"a"', lastModified: new Date('2026-01-01T00:00:00.700Z') }

test('an object without validators is never fresh', () => {
  const none = { etag: null, lastModified: null }
  expect(isFresh({ 'if-none-match': '*' }, none)).toBe(false)
  expect(isFresh({ 'if-modified-since': new Date().toUTCString() }, none)).toBe(false)
})

test('a time that is none means nothing', () => {
  expect(isFresh({ 'if-modified-since': 'yesterday' }, validators)).toBe(false)
})

test('fractions of a second do not count, since headers have none', () => {
  expect(isFresh({ 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }, validators)).toBe(true)
  expect(isFresh({ 'if-modified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }, validators)).toBe(false)
})

test.each(['bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-2', 'lines=1-2', 'bytes 1-2'])(
  '%s asks for the whole',
  (range) => {
    expect(readRange({ range }, 100, validators)).toBe('whole')
  },
)

test('a range of an empty object cannot be had', () => {
  expect(readRange({ range: 'bytes=0-' }, 0, validators)).toBe('unsatisfiable')
  expect(readRange({ range: 'bytes=-5' }, 0, validators)).toBe('unsatisfiable')
})

test('a range lies within the object, whatever was asked for', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.stringMatching(/^\d{0,3}$/), fc.stringMatching(/^\d{0,3}$/), (size, first, last) => {
      const range = readRange({ range: `bytes=${first}-${last}` }, size, validators)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})

test('If-Range: by strong tag or exact time', () => {
  const range = 'bytes=0-1'
  const part = { start: 0, end: 1 }
  expect(readRange({ range, 'if-range': '"a"' }, 9, validators)).toEqual(part)
  expect(readRange({ range, 'if-range': 'W/"a"' }, 9, validators)).toBe('whole')
  expect(readRange({ range, 'if-range': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 9, validators)).toEqual(part)
  expect(readRange({ range, 'if-range': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9, validators)).toBe('whole')
})
