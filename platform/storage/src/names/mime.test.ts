import { expect, test } from 'vitest'

import { checkAllowedTypes, checkType, isActive, isPassive, isTypeAllowed, servedType } from './mime.ts'

test.each([
  ['image/png', ['image/png'], true],
  ['IMAGE/PNG', ['image/png'], true],
  ['image/png', ['image/*'], true],
  ['image/png', ['*/*'], true],
  ['image/png', [], true],
  ['image/png; charset=x', ['image/png'], false],
  ['image/png', ['image/jpeg', 'text/*'], false],
  ['text/html', ['image/*'], false],
])('%s in a bucket of %j: %s', (type, allowed, isAllowed) => {
  expect(isTypeAllowed(type, allowed)).toBe(isAllowed)
})

test('a type must be one that a header can carry', () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/vnd.api+json; version="1.0"'])
    expect(checkType(type)).toBe(type)
  for (const type of ['', 'text', 'text/', 'text/plain\r\nset-cookie: a=b', 'text/plain; x', `a/${'b'.repeat(300)}`])
    expect(() => checkType(type)).toThrow('is not supported')
})

test('patterns of buckets are types', () => {
  checkAllowedTypes(['image/*', '*/*', 'text/plain;charset=utf-8'])
  for (const pattern of ['image', '', 'image/png\n'])
    expect(() => checkAllowedTypes([pattern])).toThrow('is not supported')
})

test('what browsers run is served as text, and only media open in a tab', () => {
  expect(servedType('Text/HTML; charset=utf-8')).toBe('text/plain; charset=utf-8')
  expect(servedType('text/html')).toBe('text/plain')
  for (const type of ['text/css', 'text/javascript', 'application/x-javascript', 'application/ecmascript'])
    expect(servedType(`${type};charset=utf-8`)).toBe('text/plain;charset=utf-8')
  for (const type of ['text/csv', 'application/json', 'image/svg+xml']) expect(servedType(type)).toBe(type)
  for (const type of ['image/png', 'image/webp', 'video/mp4', 'audio/ogg']) expect(isPassive(type)).toBe(true)
  for (const type of ['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/pdf', 'text/javascript', ''])
    expect(isPassive(type)).toBe(false)
})

test('what would be a document or code is told from what is merely saved', () => {
  for (const type of ['text/html', 'image/svg+xml', 'Application/XHTML+XML; a=b', 'text/xml', 'multipart/related'])
    expect(isActive(type)).toBe(true)
  for (const type of ['application/pdf', 'application/zip', 'text/plain', 'image/png'])
    expect(isActive(type)).toBe(false)
})
