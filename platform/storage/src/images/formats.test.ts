import { expect, test } from 'vitest'

import { chooseFormat } from './formats.ts'
import { expectedImage, isDecodable, sniffImage } from './sniff.ts'
import { resizingOf, describeTransformation } from './transformation.ts'

test.each([
  ['image/avif,image/webp,*/*;q=0.8', 'webp', 'avif'],
  ['image/webp', 'webp', null],
  ['image/avif', 'avif', null],
  ['image/avif;q=0, image/webp', 'webp', null],
  ['image/*', 'jpeg', null],
  [undefined, 'jpeg', null],
])('for %s: %s at once, %s when there is one', (accept, first, better) => {
  expect(chooseFormat({}, accept, 'image/jpeg')).toEqual({ first, better })
})

test('an address that names a format is obeyed', () => {
  expect(chooseFormat({ format: 'avif' }, undefined, 'image/png')).toEqual({ first: 'avif', better: null })
  expect(chooseFormat({ format: 'jpeg' }, 'image/webp', 'image/webp')).toEqual({ first: 'jpeg', better: null })
  expect(chooseFormat({ format: 'origin' }, 'image/webp', 'image/gif')).toEqual({ first: 'gif', better: null })
})

test.each([
  [{ width: 50 }, '50x25'],
  [{ height: 50 }, '100x50'],
  [{}, '200x100'],
  [{ width: 1 }, '1x1'],
  [{ width: 400, height: 400 }, '100x100'],
  [{ width: 400, height: 100 }, '200x50'],
  [{ width: 400, height: 400, resize: 'contain' as const }, '200x100'],
])('%j of 200x100 is %s', (wanted, expected) => {
  const { width, height } = resizingOf({ width: 200, height: 100 }, wanted)
  expect(`${width}x${height}`).toBe(expected)
})

test("transformations are told in the hosted service's words", () => {
  expect(describeTransformation({ width: 9, height: 8, resize: 'contain', quality: 70 })).toBe(
    'height:8,width:9,resizing_type:fit,quality:70',
  )
  expect(describeTransformation({})).toBe('')
})

test('types are known by their bytes', () => {
  const head = (text: string) => Buffer.from(text.padEnd(32, '\0'), 'latin1')
  expect(sniffImage(head('\xff\xd8\xff\xe0'))).toBe('image/jpeg')
  expect(sniffImage(head('\0\0\0\x20ftypavif\0\0\0\0mif1'))).toBe('image/avif')
  expect(sniffImage(head('\0\0\0\x20ftypmif1\0\0\0\0mif1avif'))).toBe('image/avif')
  expect(sniffImage(head('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))).toBe('image/heic')
  expect(sniffImage(head('II*\0'))).toBe('image/tiff')
  expect(sniffImage(head('BM'))).toBe('image/bmp')
  expect(sniffImage(head('<svg'))).toBeNull()
  expect(sniffImage(Buffer.alloc(0))).toBeNull()
  expect(expectedImage('image/jpg')).toBe('image/jpeg')
  expect(expectedImage('image/svg+xml')).toBeNull()
  expect(isDecodable('image/tiff')).toBe(false)
})
