import fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkBucketName, checkKey, toFolder } from './names.ts'

test.each([
  'a',
  'a/b.txt',
  "photo (1)!_-.*'&$=@;:+,?.jpg",
  'a b/c d',
  '.hidden',
  'a/.emptyFolderPlaceholder',
  'x'.repeat(1_024),
])('the key %.40s is taken', (key) => expect(checkKey(key)).toBe(key))

test('no key that is taken can climb, hide, or name two files', () => {
  const isTaken = (key: string) => {
    try {
      return checkKey(key) === key
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[./\\ a%~\0\u00e9]{0,12}$/), (key) => {
      const isPlain = /^[./ a]*$/.test(key) && key.split('/').every((part) => part !== '' && !/[. ]$/.test(part))
      expect(isTaken(key)).toBe(isPlain)
    }),
  )
})

test('a refused key is shown without the bytes that terminals obey', () => {
  expect(() => checkKey('\u001b[2Jx\0')).toThrow('Invalid key: %1B%5B2Jx%00')
})

test('buckets whose objects could not be reached are refused', () => {
  expect(checkBucketName('public')).toBe('public')
  for (const name of ['sign', 'list', 'upload', '..'])
    expect(() => checkBucketName(name)).toThrow('Bucket name invalid')
})

test.each([
  ['', ''],
  ['/', ''],
  ['a', 'a/'],
  ['a/', 'a/'],
  ['/a/b//', 'a/b/'],
])('the prefix %j is the folder %j', (prefix, folder) => {
  expect(toFolder(prefix)).toBe(folder)
})
